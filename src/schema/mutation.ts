import type { GraphQLResolveInfo } from 'graphql';
import { createLoaders } from '../loaders/index.js';
import type { Context } from './context.js';

/**
 * Runs a write and notes that it was carried out, then gives the request fresh loaders: whatever is
 * selected of the payload, and whatever comes later in the same document, shows the store as the write
 * left it. What these load is loaded to the end, also when the client has left: a failure below one
 * mutation would keep those after it from being begun.
 */
export async function mutate<Payload>(
  context: Context,
  { path }: Pick<GraphQLResolveInfo, 'path'>,
  write: (store: Context['store']) => Promise<Payload>,
): Promise<Payload> {
  context.isMutation = true;
  try {
    const payload = await write(context.store);
    context.carriedOut.push(String(path.key));
    return payload;
  } finally {
    context.loaders = createLoaders(context.store);
  }
}
