import { expect, test } from 'vitest';
import { arrangePieces, type Piece } from '#renderer/editor/pagination/paginate.ts';

const SPACE = { first: 100, next: 100, closing: 40 };
const piece = (html: string, height: number, kind: Piece['kind'] = 'block'): Piece => ({
  kind,
  height,
  html,
});
const told = (pieces: readonly Piece[]) =>
  arrangePieces(pieces, SPACE).map((page) => page.map(({ html }) => html).join(''));

test('a heading stays with what follows', () => {
  expect(told([piece('a', 80), piece('H', 10, 'heading'), piece('b', 30)])).toEqual(['a', 'Hb']);
});

test('a signature that does not fit takes the end of the text with it, its heading too', () => {
  expect(told([piece('a', 50), piece('b', 30)])).toEqual(['a', 'b']);
  expect(told([piece('a', 50), piece('H', 10, 'heading'), piece('b', 30)])).toEqual(['a', 'Hb']);
  expect(told([piece('a', 50)]), 'with room it stays').toEqual(['a']);
});

test('where one piece is all there is, the signature stands behind it', () => {
  expect(told([piece('a', 90)])).toEqual(['a', '']);
  expect(told([piece('H', 10, 'heading'), piece('a', 80)])).toEqual(['Ha', '']);
});

test('the head of a table counts on each page it is repeated on', () => {
  const row = (html: string): Piece => ({ ...piece(html, 30, 'row'), parent: 1, openHeight: 20 });
  expect(told(['a', 'b', 'c', 'd'].map(row))).toEqual(['ab', 'c', 'd']);
});
