// Says how schema.graphql differs from the last release: `npm run schema:diff`. Ends with 1 when a
// client of that release could break. Two paths compare these files instead: old, then new.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';

const HEADINGS = {
  [CriticalityLevel.Breaking]: 'Breaking',
  [CriticalityLevel.Dangerous]: 'Dangerous: clients that do not expect it may trip over it',
  [CriticalityLevel.NonBreaking]: 'Safe',
};

const [oldPath, newPath] = process.argv.slice(2);
if (oldPath === undefined) await sinceLastTag();
else await report(readFileSync(oldPath, 'utf8'), readFileSync(newPath, 'utf8'), oldPath);

async function sinceLastTag() {
  const tag = git('describe', '--tags', '--abbrev=0');
  if (tag === null) return say('There is no tag yet: nothing to compare with.');
  const before = git('show', `${tag.trim()}:schema.graphql`);
  if (before === null) return say(`${tag.trim()} has no schema.graphql: nothing to compare with.`);
  const now = readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8');
  await report(before, now, tag.trim());
}

async function report(before, now, name) {
  const changes = await diff(buildSchema(before), buildSchema(now));
  if (changes.length === 0) say(`No change since ${name}.`);
  for (const [level, heading] of Object.entries(HEADINGS)) {
    const lines = changes
      .filter(({ criticality }) => criticality.level === level)
      .map(({ message }) => `  ${message}`);
    if (lines.length > 0) say(`${heading}\n${lines.join('\n')}`);
  }
  const isBreaking = ({ criticality }) => criticality.level === CriticalityLevel.Breaking;
  process.exitCode = changes.some(isBreaking) ? 1 : 0;
}

/** What git answers; null when there is no such thing, or no repository. */
function git(...args) {
  try {
    const stdio = ['ignore', 'pipe', 'ignore'];
    return execFileSync('git', args, { encoding: 'utf8', stdio, maxBuffer: 64 * 1024 * 1024 });
  } catch {
    return null;
  }
}

function say(text) {
  process.stdout.write(`${text}\n`);
}
