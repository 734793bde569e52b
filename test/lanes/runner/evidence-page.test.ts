import { expect, test } from 'vitest';
import { withRow } from '#lanes/runner/evidence-page.ts';

const PAGE = `# Evidence

| lane | what holds | what ran | found | repeat |
|---|---|---|---|---|
| b | holds | 2 kills | nothing | x |
| c | holds | 3 kills | nothing | x |

Prose.
`;

test('a row is written anew in its place, the others and the prose stay', () => {
  const again = withRow(PAGE, '| b | holds | 20 kills | **1** | x |');
  expect(again).toBe(PAGE.replace('2 kills | nothing', '20 kills | **1**'));
});

test('a new row stands by its name', () => {
  const more = withRow(PAGE, '| a | holds | 1 kill | nothing | x |');
  expect(more).toBe(PAGE.replace('| b |', '| a | holds | 1 kill | nothing | x |\n| b |'));
});

test('a page without the table is refused', () => {
  expect(() => withRow('# Evidence\n', '| a |')).toThrow(/table of lanes/);
});
