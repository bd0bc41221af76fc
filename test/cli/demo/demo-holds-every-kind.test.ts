import { describe, expect, it } from 'vitest';
import { generateStore } from '../../../src/cli/demo/generate.js';

const now = 1_790_000_000;
const { sessions, messages } = generateStore({ seed: 1, now });

const sources = new Set(sessions.map((row) => row.source));
const ends = new Set(sessions.map((row) => (row.ended_at === null ? 'open' : row.end_reason)));
const texts = messages.map((row) => row.content ?? '');

describe('the demo store', () => {
  it('has a few hundred sessions over three months', () => {
    expect(sessions).toHaveLength(300);
    expect(messages.length).toBeGreaterThan(4000);
    const span = (sessions.at(-1)!.started_at - sessions[0]!.started_at) / 86_400;
    expect(span).toBeGreaterThan(80);
  });

  it.each(
    'cli tui acp telegram discord slack whatsapp signal matrix email weixin feishu cron api_server webhook tool'.split(
      ' ',
    ),
  )('has sessions of %s', (source) => {
    expect(sources).toContain(source);
  });

  it.each([
    'compression',
    'branched',
    'new_session',
    'user_exit',
    'cli_close',
    'session_reset',
    'session_switch',
    'cron_complete',
    'tui_close',
    'orphaned_compression',
    'open',
    null,
  ])('has sessions that ended with %s', (reason) => {
    expect(ends).toContain(reason);
  });

  it('has a chain with numbered titles', () => {
    const titles = sessions.map((row) => row.title);
    for (const title of ['Fix Docker Build', 'Fix Docker Build #2', 'Fix Docker Build #3']) {
      expect(titles).toContain(title);
    }
  });

  it('has at least two sessions that are active now, one of them a continuation', () => {
    const newest = new Map(messages.map((row) => [row.session_id, row.timestamp]));
    const active = sessions.filter(
      (row) => row.ended_at === null && now - (newest.get(row.id) ?? 0) < 120,
    );
    expect(active.length).toBeGreaterThanOrEqual(2);
    expect(active.some((row) => row.parent_session_id !== null)).toBe(true);
  });

  it('has sessions with nothing in them', () => {
    const empty = sessions.filter((row) => row.message_count === 0);
    expect(empty.length).toBeGreaterThan(0);
    for (const row of empty) expect([row.title, row.ended_at === null]).toEqual([null, false]);
  });

  it('has sessions on their way to another platform', () => {
    const wide = generateStore({ seed: 1, now, sessions: 1500 }).sessions;
    const states = new Set(wide.map((row) => row.handoff_state ?? 'none'));
    expect([...states].sort()).toEqual(['completed', 'failed', 'none', 'pending']);
  });

  it.each([
    ['Chinese', /\p{Script=Han}{4}/u],
    ['Japanese', /\p{Script=Hiragana}{2}/u],
    ['Korean', /\p{Script=Hangul}{2}/u],
    ['Arabic', /\p{Script=Arabic}{3}/u],
    ['French', /Sauvegarde|sauvegarde|déploiement|propriétaire|cuisine|oignons/],
    ['German', /größe|Größe|schlägt|Umlaute|Wanderung|Kühlschrank/],
    ['emoji', /\p{Extended_Pictographic}/u],
    ['code blocks', /```(python|ts|sql|bash|yaml|diff|rust|dockerfile)\n/],
    ['lists', /\n\n- .+\n- /],
    ['paths', /gateway\/run\.py/],
    ['web addresses', /https:\/\/[\w.-]+\.example\.com\//],
    ['mail addresses', /\w@example\.(com|org|net)/],
    ['apostrophes', /\bit's\b/],
    ['per cents', /\d%/],
  ])('speaks %s', (_, pattern) => {
    expect(texts.filter((text) => pattern.test(text)).length).toBeGreaterThan(1);
  });

  it('has pictures inline and by address, sent by users and seen by tools', () => {
    const pictures = messages.filter((row) => row.content?.startsWith('\u0000json:'));
    const inside = (role: string, text: string) =>
      pictures.some((row) => row.role === role && row.content?.includes(text));
    expect(inside('user', 'data:image/png;base64,iVBOR')).toBe(true);
    expect(inside('user', 'https://files.example.com/')).toBe(true);
    expect(inside('tool', 'data:image/png;base64,iVBOR')).toBe(true);
  });

  it('has tools of many kinds, several calls at once, and failures', () => {
    const tools = new Set(messages.flatMap((row) => (row.tool_name === null ? [] : row.tool_name)));
    const named = 'terminal read_file write_file search_files patch web_search delegate_task';
    for (const tool of `${named} image_generate vision_analyze memory browser_navigate`.split(
      ' ',
    )) {
      expect(tools).toContain(tool);
    }
    expect(messages.some((row) => JSON.parse(row.tool_calls ?? '[]').length > 1)).toBe(true);
    expect(texts.some((text) => text.includes('"exit_code": 1'))).toBe(true);
  });

  it('has reasoning in every column that may hold it', () => {
    const answers = messages.filter((row) => row.role === 'assistant');
    expect(answers.some((row) => row.reasoning)).toBe(true);
    expect(answers.some((row) => row.reasoning_content)).toBe(true);
    expect(answers.some((row) => row.reasoning_content === '')).toBe(true);
    expect(answers.some((row) => row.reasoning_details?.includes('anthropic-claude-v1'))).toBe(
      true,
    );
    expect(answers.some((row) => row.codex_reasoning_items && row.codex_message_items)).toBe(true);
    expect(answers.some((row) => row.token_count !== null)).toBe(true);
    const finishes = new Set(answers.map((row) => row.finish_reason));
    expect([...finishes].sort()).toEqual(['length', 'stop', 'tool_calls']);
  });

  it('has costs of every basis', () => {
    const called = sessions.filter((row) => row.api_call_count > 0);
    const actual = called.filter((row) => row.cost_status === 'actual');
    expect(actual.every((row) => row.actual_cost_usd !== null)).toBe(true);
    expect(actual.every((row) => row.billing_provider === 'openrouter')).toBe(true);
    expect(actual.some((row) => row.actual_cost_usd === 0)).toBe(true);
    const estimated = called.filter((row) => row.cost_status === 'estimated');
    expect(estimated.every((row) => row.actual_cost_usd === null)).toBe(true);
    expect(estimated.every((row) => (row.estimated_cost_usd ?? 0) > 0)).toBe(true);
    const included = called.filter((row) => row.cost_status === 'included');
    expect(included.every((row) => row.billing_mode === 'subscription_included')).toBe(true);
    const unknown = called.filter((row) => row.cost_status === null);
    expect(unknown.every((row) => row.estimated_cost_usd === null)).toBe(true);
    expect(unknown.every((row) => row.actual_cost_usd === null)).toBe(true);
    for (const group of [actual, estimated, included, unknown]) {
      expect(group.length).toBeGreaterThan(5);
    }
  });

  it('has tokens of every kind', () => {
    expect(sessions.some((row) => row.cache_read_tokens > 0)).toBe(true);
    expect(sessions.some((row) => row.cache_write_tokens > 0)).toBe(true);
    expect(sessions.some((row) => row.reasoning_tokens > 0)).toBe(true);
  });

  it('is busier by day and on workdays', () => {
    const people = sessions.filter((row) => !row.parent_session_id && row.source !== 'cron');
    const at = people.map((row) => new Date(row.started_at * 1000));
    const day = at.filter((date) => date.getUTCHours() >= 7 && date.getUTCHours() < 23);
    const weekend = at.filter((date) => date.getUTCDay() % 6 === 0);
    expect(day.length).toBeGreaterThan(at.length * 0.8);
    expect(weekend.length).toBeGreaterThan(0);
    expect(weekend.length / 2).toBeLessThan((at.length - weekend.length) / 5);
  });
});
