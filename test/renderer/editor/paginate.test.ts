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

const impression = (html: string, height: number, more: Partial<Piece> = {}): Piece => ({
  ...piece(html, height),
  impression: 1,
  ...more,
});
const critical = (html: string, height: number) => impression(html, height, { isCritical: true });

test('an impression that one page can take is not divided', () => {
  const [heading, text] = [impression('H', 10, { kind: 'heading' }), impression('b', 30)];
  expect(told([piece('a', 40), heading, text, critical('!', 30)])).toEqual(['a', 'Hb!', '']);
  expect(told([piece('a', 60), heading, text])).toEqual(['a', 'Hb']);
});

test('a signature takes the whole impression along, never its critical result alone', () => {
  const heading = impression('H', 10, { kind: 'heading' });
  expect(told([piece('a', 30), heading, impression('b', 30), critical('!', 10)])).toEqual(['a', 'Hb!']);
  expect(told([heading, impression('b', 50), critical('!', 20)]), 'it fills the page').toEqual(['Hb!', '']);
});

test('a critical result takes the text before it along where the impression is longer than a page', () => {
  const heading = impression('H', 10, { kind: 'heading' });
  const long = [heading, impression('b', 60), impression('c', 25), critical('!', 30)];
  expect(told(long)).toEqual(['Hb', 'c!']);
  expect(told([heading, impression('b', 90), impression('c', 40), critical('!', 30)])).toEqual([
    'Hb',
    'c!',
    '',
  ]);
});

test('the head of a table counts on each page it is repeated on', () => {
  const row = (html: string): Piece => ({ ...piece(html, 30, 'row'), parent: 1, openHeight: 20 });
  expect(told(['a', 'b', 'c', 'd'].map(row))).toEqual(['ab', 'c', 'd']);
});
