/** Tests that a file nested beyond any use is refused as such, and on a line of NDJSON affects only that line. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { FhirFileError, parseSourceFile, parseSourceLines } from '#fhir/import/source/source-file.ts';

const LEVELS = 20_000;
const reading = { sha256Hex: (text: string) => createHash('sha256').update(text).digest('hex') };
const nested = (open: string, inner: string, close: string) =>
  `${open.repeat(LEVELS)}${inner}${close.repeat(LEVELS)}`;
const bundles = nested('{"resourceType":"Bundle","type":"collection","entry":[{"resource":', '{}', '}]}');
const contained = nested('{"resourceType":"DiagnosticReport","contained":[', '', ']}');

test.each([
  ['bundles of bundles', bundles],
  ['resources contained in each other', contained],
])('%s are refused', async (_, text) => {
  await expect(parseSourceFile(text, reading)).rejects.toThrow(FhirFileError);
});

test('brackets in texts do not count', async () => {
  const family = `${'['.repeat(LEVELS)}\\"{\\\\`;
  const file = await parseSourceFile(
    `{"resourceType":"Patient","id":"a","name":[{"family":"${family}"}]}`,
    reading,
  );
  expect(file.resources).toHaveLength(1);
});

test('the lines beside a deep one are read', async () => {
  const file = await parseSourceLines([contained, '{"resourceType":"Patient","id":"a"}'], 1, reading);
  expect(file.resources).toHaveLength(1);
  expect(file.skipped).toHaveLength(1);
});
