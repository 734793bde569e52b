/** Checks that messages quoted in the troubleshooting page are those of the programs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const PAGE = readFileSync(join(ROOT, 'docs', 'guide', 'troubleshooting.md'), 'utf8');
const SAID_BY = ['cli', 'lib/contract', 'main', 'server', 'scripts'];

/** Returns the first cell of each row, in parts where it has an ellipsis. */
function quoted(): string[] {
  const cells = PAGE.split('\n').flatMap((line) => /^\| `([^`]+)`/.exec(line)?.[1] ?? []);
  return cells.flatMap((cell) => cell.split(' … ')).flatMap((cell) => cell.split(': '));
}

test('every message it names is in the code, word for word', () => {
  const code = SAID_BY.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|mjs)$/.test(entry.name))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
  ).join('\n');
  const pieces = quoted();
  expect(pieces.length).toBeGreaterThan(10);
  expect(pieces.filter((piece) => !code.includes(piece))).toEqual([]);
});
