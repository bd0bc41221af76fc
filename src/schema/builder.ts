import SchemaBuilder from '@pothos/core';
import ErrorsPlugin from '@pothos/plugin-errors';
import RelayPlugin, { resolveNodes } from '@pothos/plugin-relay';
import type { Awaitable } from '../db/store.js';
import { BadUserInputError } from '../domain/errors.js';
import { MAX_PAGE_SIZE } from '../domain/paging.js';
import type { JsonValue } from '../domain/python-json.js';
import type { Context } from './context.js';
import { LIMITS_TEXT } from './limits.js';
import { DateTime, JSONScalar, SafeInt } from './scalars.js';

export interface SchemaTypes {
  Context: Context;
  Scalars: {
    /** Epoch seconds. */
    DateTime: { Input: number; Output: number };
    SafeInt: { Input: number; Output: number };
    JSON: { Input: JsonValue; Output: JsonValue };
    ID: { Input: string; Output: string };
  };
  DefaultFieldNullability: false;
  DefaultEdgesNullability: { list: false; items: false };
  DefaultNodeNullability: false;
  Connection: { totalCount: () => Awaitable<number> };
}

/** The schema in the making. Every file of this room adds to it; `index` imports them all. */
export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [ErrorsPlugin, RelayPlugin],
  defaultFieldNullability: false,
  errors: {
    directResult: true,
    defaultUnionOptions: {
      name: ({ fieldName }) => `${fieldName.charAt(0).toUpperCase()}${fieldName.slice(1)}Result`,
      description: 'What a mutation came to: its payload, or an error that is expected of it.',
    },
  },
  relay: {
    cursorType: 'String',
    clientMutationId: 'omit',
    nodesOnConnection: { description: 'The items of this page, without their cursors.' },
    edgesFieldOptions: {
      nullable: { list: false, items: false },
      description: 'The items of this page with their cursors.',
    },
    nodeFieldOptions: { nullable: false, description: 'The item.' },
    cursorFieldOptions: { description: 'Continues from this item, as `after` or `before`.' },
    pageInfoFieldOptions: { description: 'Where this page lies in the list.' },
    pageInfoTypeOptions: { description: 'Where a page lies in its list.' },
    hasNextPageFieldOptions: { description: 'Whether items follow this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether items stand before this page.' },
    startCursorFieldOptions: {
      nullable: true,
      description: 'Cursor of the first item; null on an empty page.',
    },
    endCursorFieldOptions: {
      nullable: true,
      description: 'Cursor of the last item; null on an empty page.',
    },
    firstArgOptions: {
      description: 'So many from the start of the list: 20 by default, 200 at most, 0 for none.',
    },
    lastArgOptions: {
      description: 'So many from the end of the list, at most 200. Not together with `first`.',
    },
    afterArgOptions: { description: 'Only items behind this cursor.' },
    beforeArgOptions: { description: 'Only items ahead of this cursor.' },
    nodeTypeOptions: { description: 'Anything that `node` finds by its global id.' },
    idFieldOptions: { description: 'Global id, unique over all types; opaque.' },
    nodeQueryOptions: {
      description: 'Whatever has this global id; null when it is gone.',
      args: { id: { description: 'A global id, as the `id` of some object.' } },
    },
    nodesQueryOptions: false,
    encodeGlobalID: (typename, id) => Buffer.from(`${typename}:${id}`).toString('base64url'),
    decodeGlobalID,
  },
});

builder.addScalarType('DateTime', DateTime);
builder.addScalarType('SafeInt', SafeInt);
builder.addScalarType('JSON', JSONScalar);

builder.queryType({
  description: `What can be asked. Nothing here changes the store. ${LIMITS_TEXT}`,
});
builder.mutationType({
  description:
    'What can be changed. Each mutation is atomic and answers with a union of its payload and the errors that are expected of it. Where a field of a payload fails, the change was made all the same: `extensions.carriedOut` of the error names the mutations that were carried out.',
});

builder.globalConnectionField('totalCount', (t) =>
  t.field({
    type: 'SafeInt',
    description:
      'How many items paging to the end yields. Counted only when asked for; on large stores it costs more than a page.',
    resolve: (connection) => connection.totalCount(),
  }),
);

builder.queryField('nodes', (t) =>
  t.field({
    type: [builder.nodeInterfaceRef()],
    nullable: { list: false, items: true },
    description:
      'What has these global ids, in their order; null for each that is gone, and null with an error for each that is no global id of this server.',
    args: { ids: t.arg.idList({ required: true, description: 'Global ids, at most 200.' }) },
    resolve: async (_root, { ids }, context, info) => {
      if (ids.length > MAX_PAGE_SIZE) {
        throw new BadUserInputError(
          `\`ids\` holds ${ids.length} ids; the most is ${MAX_PAGE_SIZE}. Ask for the others in further requests.`,
        );
      }
      const parsed = ids.map((id) => readGlobalId(id));
      const named = parsed.map((id) => (id instanceof BadUserInputError ? null : id));
      const nodes = await resolveNodes(builder, context, info, named);
      return parsed.map((id, place) => (id instanceof BadUserInputError ? id : nodes[place]));
    },
  }),
);

/** The types that have global ids. */
const NODE_TYPES: readonly string[] = ['Session', 'Conversation', 'Message'];

/** @throws BadUserInputError when it is none */
function decodeGlobalID(globalId: string): { typename: string; id: string } {
  const id = readGlobalId(globalId);
  if (id instanceof BadUserInputError) throw id;
  return id;
}

function readGlobalId(globalId: string): { typename: string; id: string } | BadUserInputError {
  const text = Buffer.from(globalId, 'base64url').toString('utf8');
  const colon = text.indexOf(':');
  const typename = text.slice(0, colon);
  if (colon < 0 || !NODE_TYPES.includes(typename)) {
    return new BadUserInputError(
      `${JSON.stringify(globalId.slice(0, 80))} is not a global id of this server.`,
    );
  }
  return { typename, id: text.slice(colon + 1) };
}
