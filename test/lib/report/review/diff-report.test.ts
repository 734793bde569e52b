import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BlockDiff, diffReports } from '#report/review/diff-report.ts';
import { runs } from '#test/support/depth.ts';

function summary(blocks: readonly BlockDiff[]): (string | undefined)[][] {
  return blocks.map(({ change, unit, words }) => [
    change,
    unit.kind,
    words
      .map((word) => ({ same: word.text, added: `+${word.text}+`, removed: `-${word.text}-` })[word.change])
      .join(''),
  ]);
}

describe('diffReports', () => {
  test('shows changed words inside their paragraph, added and removed paragraphs whole', () => {
    const diff = diffReports(
      '<h2>Findings</h2><p>The liver is normal in size.</p><p>Old remark about coils.</p><p>End.</p>',
      '<h2>Findings</h2><p>The liver is enlarged in size.</p><p>End.</p><p>Added.</p>',
    );
    expect(summary(diff.blocks)).toEqual([
      ['same', 'heading', 'Findings'],
      ['changed', 'paragraph', 'The liver is -normal-+enlarged+ in size.'],
      ['removed', 'paragraph', '-Old remark about coils.-'],
      ['same', 'paragraph', 'End.'],
      ['added', 'paragraph', '+Added.+'],
    ]);
    expect(diff).toMatchObject({ isSame: false, addedWords: 2, removedWords: 5 });
  });

  test('compares tables cell by cell', () => {
    const table = (...rows: string[]) =>
      `<table><tbody>${rows
        .map(
          (row) =>
            `<tr>${row
              .split('|')
              .map((cell) => `<td>${cell}</td>`)
              .join('')}</tr>`,
        )
        .join('')}</tbody></table>`;
    const diff = diffReports(table('Lesion|mm', 'A|12', 'B|9'), table('Lesion|mm', 'A|14', 'B|9', 'C|5'));
    const [block] = diff.blocks;
    expect(block?.change).toBe('changed');
    expect(block?.rows.map((row) => row.change)).toEqual(['same', 'changed', 'same', 'added']);
    expect(block?.rows[1]?.cells[1]?.words).toEqual([
      { change: 'removed', text: '12' },
      { change: 'added', text: '14' },
    ]);
  });

  test('takes list items one by one, with their depth', () => {
    const diff = diffReports(
      '<ul><li>a<ul><li>b</li></ul></li></ul>',
      '<ul><li>a<ul><li>b</li><li>c</li></ul></li></ul>',
    );
    expect(diff.blocks.map(({ change, unit }) => [change, unit.level, unit.text])).toEqual([
      ['same', 1, 'a'],
      ['same', 2, 'b'],
      ['added', 2, 'c'],
    ]);
  });

  test('sees a change of emphasis as a change', () => {
    const diff = diffReports('<p>a b</p>', '<p>a <strong>b</strong></p>');
    expect(diff.blocks.map((block) => block.change)).toEqual(['changed']);
  });

  test('names the section a piece stands in', () => {
    const diff = diffReports('<h2>A</h2><p>x</p>', '<h2>A</h2><p>x</p><h2>B</h2><p>y</p>');
    expect(diff.blocks.map((block) => block.unit.section)).toEqual(['A', 'A', 'B', 'B']);
  });

  test('holds both texts whole, whatever they are', () => {
    const words = fc.array(fc.constantFrom('liver', 'normal', 'no', 'lesion', '12 mm', 'left'), {
      maxLength: 6,
    });
    const html = fc
      .array(words, { minLength: 1, maxLength: 6 })
      .map((lines) => lines.map((line) => line.join(' ')));
    const write = (lines: string[]) => lines.map((line) => `<p>${line === '' ? '<br>' : line}</p>`).join('');
    fc.assert(
      fc.property(html, html, (before, after) => {
        const diff = diffReports(write(before), write(after));
        const side = (other: 'added' | 'removed') =>
          diff.blocks
            .filter((block) => block.change !== other)
            .map((block) =>
              block.words
                .filter((word) => word.change !== other)
                .map((word) => word.text)
                .join(''),
            );
        expect(side('added').map((line) => line.trim())).toEqual(before);
        expect(side('removed').map((line) => line.trim())).toEqual(after);
        expect(diff.isSame).toBe(write(before) === write(after));
      }),
      runs(300),
    );
  });
});
