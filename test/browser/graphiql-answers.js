// Opens the link that `demo` prints in a real browser with no network but the server, types a query
// into GraphiQL and waits for its answer. `npm run test:browser`, after a build; needs Chromium, at
// /usr/bin/chromium or where CHROMIUM says. A screenshot of the end is kept, in SCREENSHOT if given.
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
const PATIENCE = { timeout: 60_000 };

const { CHROMIUM = '/usr/bin/chromium', SCREENSHOT } = process.env;
const screenshot = SCREENSHOT ?? join(tmpdir(), `hermes-graphql-graphiql-${process.pid}.png`);
const home = mkdtempSync(join(tmpdir(), 'hermes-graphql-browser-'));
const server = spawn(process.execPath, ['dist/cli/main.js', 'demo', '--port', '0'], {
  env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let browser;
try {
  const link = new URL(await firstLink(server.stdout));
  browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  const complaints = await watch(page, link.origin);
  try {
    await askInGraphiql(page, link);
  } finally {
    await page.screenshot({ path: screenshot });
    console.log(`What was seen: ${screenshot}`);
  }
  if (page.url().includes('token')) complaints.push('the token stayed in the address');
  if (complaints.length > 0) throw new Error(`GraphiQL is not well: ${complaints.join('; ')}.`);
  console.log('GraphiQL opened from the link, asked no other host, and a typed query answered.');
} finally {
  await browser?.close();
  server.kill('SIGTERM');
  rmSync(home, { recursive: true, force: true });
}

/** Lets a page ask this server only. Answers with the list that troubles will be written to. */
async function watch(page, origin) {
  const complaints = [];
  await page.route('**/*', (route) => {
    const url = new URL(route.request().url());
    if (url.origin === origin || ['blob:', 'data:'].includes(url.protocol)) return route.continue();
    complaints.push(`it asked ${url.origin}`);
    return route.abort();
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} from ${response.url()}`);
  });
  return complaints;
}

async function askInGraphiql(page, link) {
  await page.goto(link.href);
  await page.waitForSelector('.graphiql-query-editor .view-lines', PATIENCE);
  await page.click('.graphiql-query-editor .view-lines');
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(QUERY);
  // GraphiQL runs the operation that its tab is named after, and reads the name a moment later.
  await page.waitForSelector('.graphiql-tab >> text=Look', PATIENCE);
  await page.keyboard.press('Control+Enter');
  await page.waitForFunction(
    () => /"conversationCount":\s*\d+/.test(globalThis.document.body.innerText),
    undefined,
    { ...PATIENCE, polling: 250 },
  );
}

async function firstLink(stdout) {
  for await (const line of createInterface({ input: stdout })) return /http:\/\/\S+/.exec(line)[0];
  throw new Error('The server ended before it printed its link.');
}
