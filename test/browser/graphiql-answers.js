// Opens the link that `demo` prints in a real browser with no network but the server, and does what a
// person does there for the first time: runs the query that is shown, clicks on each example and runs
// it, reloads, and types a query of their own. `npm run test:browser`, after a build; needs Chromium, at
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
// Each example, with a field that only its answer has.
const EXAMPLES = new Map([
  ['NewestChats', 'preview'],
  ['Search', 'snippet'],
  ['Transcript', 'ancestors'],
  ['Usage', 'cacheHitRate'],
]);
const NAMES = [...EXAMPLES.keys()];
const TOO_EARLY = 'Cannot infer operation';
const QUERY = 'query Look { store { sessionCount } stats { conversationCount } }';
const PATIENCE = { timeout: 60_000 };

const { CHROMIUM = '/usr/bin/chromium', MAIN = 'dist/cli/main.js', SCREENSHOT } = process.env;
const screenshot = SCREENSHOT ?? join(tmpdir(), `hermes-graphql-graphiql-${process.pid}.png`);
const home = mkdtempSync(join(tmpdir(), 'hermes-graphql-browser-'));
const server = spawn(process.execPath, [MAIN, 'demo', '--port', '0'], {
  env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let browser;
try {
  const link = new URL(await firstLink(server.stdout));
  browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const complaints = await watch(page, link.origin);
  try {
    await page.goto(link.href);
    await runWithKeys(page, /"totalCount":\s*\d+/);
    await clickEachExample(page);
    await reload(page);
    await typeAQuery(page);
  } finally {
    await page.screenshot({ path: screenshot });
    console.log(`What was seen: ${screenshot}`);
  }
  if (page.url().includes('token')) complaints.push('the token stayed in the address');
  if (complaints.length > 0) throw new Error(`GraphiQL is not well: ${complaints.join('; ')}.`);
  console.log(
    'GraphiQL opened from the link, asked no other host, and each example, a reload and a typed query worked.',
  );
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

/** Presses Ctrl-Enter without a click on anything before, and waits for an answer. */
async function runWithKeys(page, answer) {
  await page.waitForSelector('.graphiql-query-editor .view-lines', PATIENCE);
  await page.waitForFunction(
    () => globalThis.document.activeElement?.closest('.graphiql-query-editor') !== null,
    undefined,
    PATIENCE,
  );
  await page.keyboard.press('Control+Enter');
  await answered(page, answer);
}

/** One press of the mouse on each tab leads there, and its query answers by the button. */
async function clickEachExample(page) {
  // From the last: the first one is open already.
  for (const name of NAMES.toReversed()) {
    const box = await page.locator('.graphiql-tab-button', { hasText: name }).boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: 60 });
    await expectTabs(page, name);
    await pressRun(page, new RegExp(`"${EXAMPLES.get(name)}":|${TOO_EARLY}`));
  }
}

/** GraphiQL reads the name of the operation a moment after its tab was opened: a press before is repeated. */
async function pressRun(page, answer) {
  for (let tries = 0; tries < 5; tries += 1) {
    await page.click('.graphiql-execute-button');
    await answered(page, answer);
    await page.waitForSelector('.graphiql-execute-button[aria-label^="Execute"]', PATIENCE);
    const text = await page.innerText('.graphiql-response');
    if (!text.replaceAll('\u00A0', ' ').includes(TOO_EARLY)) return;
    await page.waitForTimeout(500);
  }
  throw new Error('GraphiQL never read the name of the operation.');
}

/** The same tabs are there, and the same one is open. */
async function reload(page) {
  for (const address of [page.url(), new URL('/graphql', page.url()).href]) {
    await page.goto(address);
    await page.waitForSelector('.graphiql-query-editor .view-lines', PATIENCE);
    await expectTabs(page, NAMES[0]);
  }
}

async function typeAQuery(page) {
  await page.click('.graphiql-query-editor .view-lines');
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(QUERY);
  // GraphiQL runs the operation that its tab is named after, and reads the name a moment later.
  await page.waitForSelector('.graphiql-tab >> text=Look', PATIENCE);
  await page.keyboard.press('Control+Enter');
  await answered(page, /"conversationCount":\s*\d+/);
}

async function expectTabs(page, active) {
  const look = () =>
    page.evaluate(() =>
      [...globalThis.document.querySelectorAll('.graphiql-tab')].map((tab) => ({
        name: tab.innerText.trim(),
        isActive: tab.classList.contains('graphiql-tab-active'),
      })),
    );
  const expected = NAMES.map((name) => ({ name, isActive: name === active }));
  for (let tries = 0; tries < 40; tries += 1) {
    if (JSON.stringify(await look()) === JSON.stringify(expected)) return;
    await page.waitForTimeout(50);
  }
  throw new Error(
    `The tab ${active} should be open, but there is ${JSON.stringify(await look())}.`,
  );
}

async function answered(page, answer) {
  await page.waitForFunction(
    ({ source }) =>
      new RegExp(source).test(
        globalThis.document.querySelector('.graphiql-response')?.innerText.replace(/\u00A0/g, ' '),
      ),
    { source: answer.source },
    { ...PATIENCE, polling: 100 },
  );
}

async function firstLink(stdout) {
  for await (const line of createInterface({ input: stdout })) return /http:\/\/\S+/.exec(line)[0];
  throw new Error('The server ended before it printed its link.');
}
