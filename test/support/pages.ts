import { dataOf } from './api.js';
import type { TestStore } from './store.js';

/** The global ids of a whole list, page by page from one of its ends; stops where there are too many. */
export async function pages(
  api: TestStore,
  list: string,
  variables: Record<string, unknown>,
  backwards: boolean,
  size = 4,
): Promise<{ ids: string[]; totalCount: number }> {
  const count = backwards ? 'last' : 'first';
  const from = backwards ? 'before' : 'after';
  const ids: string[] = [];
  let cursor: string | null = null;
  for (;;) {
    const data = await dataOf(
      api,
      `query ($filter: SessionFilter, $orderBy: SessionOrder, $cursor: String) {
        list: ${list}(filter: $filter, orderBy: $orderBy, ${count}: ${size}, ${from}: $cursor) {
          totalCount nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
      { ...variables, cursor },
    );
    const { nodes, pageInfo, totalCount } = data.list;
    const page = nodes.map((node: { id: string }) => node.id);
    ids[backwards ? 'unshift' : 'push'](...page);
    if (ids.length > totalCount) throw new Error(`More than ${totalCount}: ${ids.join(' ')}`);
    if (!(backwards ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) return { ids, totalCount };
    cursor = backwards ? pageInfo.startCursor : pageInfo.endCursor;
  }
}
