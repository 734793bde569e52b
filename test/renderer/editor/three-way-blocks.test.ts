import { describe, expect, test } from 'vitest';
import { threeWayRows } from '#renderer/editor/review/three-way-blocks.ts';

const paragraphs = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('');
const words = (rows: ReturnType<typeof threeWayRows>) =>
  rows.map(({ base, theirs, mine }) => ({
    base: base?.unit.text,
    theirs: theirs?.map((block) => block.unit.text),
    mine: mine?.map((block) => block.unit.text),
  }));

describe('threeWayRows', () => {
  test('puts what each side made of a block beside it and leaves out what nobody touched', () => {
    const base = paragraphs('Lungs are clear today.', 'Heart is of normal size.', 'Bones are normal today.');
    const theirs = paragraphs('Lungs are hazy today.', 'Heart is of normal size.', 'Bones are normal today.');
    const mine = paragraphs('Lungs are clear today.', 'Heart is of normal size.', 'Bones are broken today.');
    expect(words(threeWayRows(base, theirs, mine))).toEqual([
      { base: 'Lungs are clear today.', theirs: ['Lungs are hazy today.'], mine: undefined },
      { base: 'Bones are normal today.', theirs: undefined, mine: ['Bones are broken today.'] },
    ]);
  });

  test('what was added stands behind the block it follows, or before the first', () => {
    const rows = threeWayRows(
      paragraphs('One stays here.'),
      paragraphs('One stays here.', 'Added below.'),
      paragraphs('Added on top.', 'One stays here.'),
    );
    expect(words(rows)).toEqual([
      { base: undefined, theirs: undefined, mine: ['Added on top.'] },
      { base: 'One stays here.', theirs: ['One stays here.', 'Added below.'], mine: undefined },
    ]);
  });

  test('three equal texts have no rows', () => {
    expect(threeWayRows('<p>Same.</p>', '<p>Same.</p>', '<p>Same.</p>')).toEqual([]);
  });
});
