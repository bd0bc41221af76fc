import { createLoaders } from '../loaders/index.js';
import type { Context } from './context.js';

/**
 * Runs a write, then gives the request fresh loaders: whatever is selected of the payload, and
 * whatever comes later in the same document, shows the store as the write left it.
 */
export async function mutate<Payload>(
  context: Context,
  write: (store: Context['store']) => Promise<Payload>,
): Promise<Payload> {
  try {
    return await write(context.store);
  } finally {
    context.loaders = createLoaders(context.store);
  }
}
