/**
 * What GraphiQL is helped with in the browser, at the start of the page's script.
 *
 * - At a reload it looks for a tab that holds the last query edited and adds an empty one when there
 *   is none, as after a visit without an edit: so it is told that the active tab's was the last.
 * - Tabs can be dragged, and after the first layout each keeps a stale offset, which shows when a press
 *   gives it the focus: it jumps away before the click arrives. So tabs keep their places.
 * - The editor has the focus once it is there, so that Ctrl-Enter runs the query.
 */
export const HELP_SCRIPT = `(() => {
  const stored = () => JSON.parse(localStorage.getItem('graphiql:tabState') ?? 'null');
  try {
    const state = stored();
    const tab = state?.tabs?.[state.activeTabIndex];
    if (tab) {
      localStorage.setItem('graphiql:query', tab.query ?? '');
      localStorage.setItem('graphiql:variables', tab.variables ?? '');
    }
  } catch {
    // Without storage, or with tabs that cannot be read, GraphiQL opens the examples.
  }
  const style = document.createElement('style');
  style.textContent = '.graphiql-tab { transform: none !important; }';
  document.head.append(style);
  const isTab = ({ target }) => target instanceof Element && target.closest('.graphiql-tab');
  window.addEventListener('pointerdown', (event) => isTab(event) && event.stopPropagation(), true);
  const watcher = new MutationObserver(() => {
    const input = document.querySelector(
      '.graphiql-query-editor .native-edit-context, .graphiql-query-editor textarea',
    );
    if (input === null) return;
    watcher.disconnect();
    if (document.activeElement === document.body) input.focus();
  });
  watcher.observe(document, { childList: true, subtree: true });
})();
`;
