// Opens the link that `demo` prints in a real browser with no network but the server, types a query
// into GraphiQL and waits for its answer. `npm run test:browser`, after a build; needs Chromium.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const QUERY = 'query Look { store { sessionCount } stats { conversationCount } }';
const screenshot = process.env.SCREENSHOT;

const home = mkdtempSync(join(tmpdir(), 'hermes-graphql-browser-'));
const server = spawn(process.execPath, ['dist/cli/main.js', 'demo', '--port', '0'], {
  env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let browser;
try {
  const link = new URL(await firstLink(server.stdout));
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS });
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  const foreign = [];
  await page.route('**/*', (route) => {
    const url = new URL(route.request().url());
    if (url.origin === link.origin || url.protocol === 'blob:' || url.protocol === 'data:') {
      return route.continue();
    }
    foreign.push(url.origin);
    return route.abort();
  });
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(link.href);
  await page.waitForSelector('.graphiql-query-editor .view-lines', { timeout: 60_000 });
  await page.click('.graphiql-query-editor .view-lines');
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(QUERY);
  // GraphiQL runs the operation that its tab is named after, and reads the name a moment later.
  await page.waitForSelector('.graphiql-tab >> text=Look');
  await page.keyboard.press('Control+Enter');
  // No waitForFunction: the page's policy forbids what it does.
  await page
    .locator('.result-window', { hasText: /"conversationCount":\s*\d+/ })
    .waitFor({ timeout: 60_000 });
  if (screenshot) await page.screenshot({ path: screenshot });

  if (page.url().includes('token')) throw new Error('The token stayed in the address.');
  if (foreign.length > 0) throw new Error(`GraphiQL asked other hosts: ${foreign.join(', ')}`);
  if (complaints.length > 0) throw new Error(`The page complained: ${complaints.join('; ')}`);
  console.log('GraphiQL opened from the link, asked no other host, and a typed query answered.');
} finally {
  await browser?.close();
  server.kill('SIGTERM');
  rmSync(home, { recursive: true, force: true });
}

async function firstLink(stdout) {
  for await (const line of createInterface({ input: stdout })) return /http:\/\/\S+/.exec(line)[0];
  throw new Error('The server ended before it printed its link.');
}
