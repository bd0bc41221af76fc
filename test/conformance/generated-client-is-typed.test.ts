import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const client = fileURLToPath(new URL('./client/', import.meta.url));
const generated = join(client, 'generated') + sep;
const pages = readdirSync(client)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join(client, name));

const program = ts.createProgram(pages, {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitReturns: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
});
const checker = program.getTypeChecker();

test('the sample pages and the client under them compile under strict TypeScript', () => {
  const messages = ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => [
      file?.fileName,
      ts.flattenDiagnosticMessageText(messageText, '\n'),
    ]);
  expect(messages).toEqual([]);
});

test('the sample pages are the masked list, the transcript and the mutation', () => {
  expect(pages.map((page) => page.slice(client.length))).toEqual([
    'end-session.ts',
    'session-list.ts',
    'transcript.ts',
  ]);
});

test('no expression of a sample page is `any`, and none is cast', () => {
  expect(pages.flatMap((page) => findings(page, isAnyOrCast))).toEqual([]);
});

test('no type of the schema became `any`, nor anything in the documents', () => {
  expect(findings(join(generated, 'graphql.ts'), isAny)).toEqual([]);
});

/** What a check finds in the nodes of a file, with line numbers. */
function findings(path: string, check: (node: ts.Node) => boolean): string[] {
  const file = program.getSourceFile(path);
  if (file === undefined) throw new Error(`${path} is not compiled.`);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (check(node)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      found.push(`${path}:${line + 1}: ${node.getText(file).slice(0, 80)}`);
    }
    if (!ts.isImportDeclaration(node)) ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isAny(node: ts.Node): boolean {
  if (node.kind === ts.SyntaxKind.AnyKeyword) return true;
  // A literal has no type of its own where it names a module, a property or a member of a union.
  if (ts.isStringLiteral(node) || (!ts.isExpression(node) && !ts.isTypeNode(node))) return false;
  return (checker.getTypeAtLocation(node).flags & ts.TypeFlags.Any) !== 0;
}

function isAnyOrCast(node: ts.Node): boolean {
  const cast = ts.isAsExpression(node) || ts.isTypeAssertionExpression(node);
  return cast || ts.isNonNullExpression(node) || isAny(node);
}
