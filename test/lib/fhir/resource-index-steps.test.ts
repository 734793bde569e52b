/** Tests that indexing does not grow with the square of the documents that name one report. */
import { expect, onTestFinished, test } from 'vitest';
import { createResourceIndex } from '#fhir/import/source/resource-index.ts';
import { parseSourceFile } from '#fhir/import/source/source-file.ts';

/** Counts the elements that are gone over by iterating arrays, as a spread does. */
function countIterated(work: () => void): number {
  const kept = Array.prototype[Symbol.iterator];
  const put = (value: unknown) =>
    Object.defineProperty(Array.prototype, Symbol.iterator, { value, configurable: true, writable: true });
  let steps = 0;
  onTestFinished(() => void put(kept));
  put(function (this: unknown[]) {
    steps += this.length;
    return Reflect.apply(kept, this, []);
  });
  try {
    work();
  } finally {
    put(kept);
  }
  return steps;
}

test.each([
  ['Composition', { section: [{ entry: [{ reference: 'DiagnosticReport/r' }] }] }],
  ['DocumentReference', { context: { related: [{ reference: 'DiagnosticReport/r' }] } }],
])('of %s about one report costs as much for each', async (resourceType, about) => {
  const count = 1000;
  const documents = Array.from({ length: count }, (_, id) => ({ resourceType, id: `${id}`, ...about }));
  const resources = [{ resourceType: 'DiagnosticReport', id: 'r' }, ...documents];
  const text = JSON.stringify({ resourceType: 'Bundle', entry: resources.map((resource) => ({ resource })) });
  const file = await parseSourceFile(text, { sha256Hex: () => 'unused' });
  const index = createResourceIndex(false);
  expect(countIterated(() => index.add(file, 'bundle.json'))).toBeLessThan(20 * count);
  const [report] = file.resources;
  const { documentsOf, filesOf } = index.behind(file);
  const address = report?.address ?? '';
  expect([...documentsOf(address), ...filesOf(address)]).toHaveLength(count);
});
