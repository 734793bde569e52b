/** Tests that lists serialized in pieces give the same bytes as JSON.stringify. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serializeJson } from '#server/http/response/serialize-json.ts';

function written(body: unknown): string {
  const answer = serializeJson(body);
  return typeof answer === 'string' ? answer : answer.toString('utf8');
}

test('a list with anything in it', () => {
  const anyList = fc.record({
    items: fc.array(fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' })),
    next_cursor: fc.option(fc.string({ unit: 'binary' })),
  });
  fc.assert(
    fc.property(anyList, (list) => {
      expect(written(list)).toBe(JSON.stringify(list));
    }),
  );
});

test.each([
  ['a list of nothing', { items: [] }],
  ['a list alone', { items: [{ name: 'Łukasz' }, { name: 'Zoë' }] }],
  ['a field that is left out', { items: [{ name: '李', damaged: undefined }], next_cursor: undefined }],
  ['half of a surrogate pair', { items: ['\ud83d'], next_cursor: '\udc00' }],
  ['a document', { index: { items: 3 }, record: { name: 'Łukasz' } }],
  ['items that are no list', { items: 'none' }],
  ['null', null],
  ['text', 'Łukasz'],
])('%s', (_name, body) => {
  expect(written(body)).toBe(JSON.stringify(body));
});
