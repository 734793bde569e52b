/** The kept files each parser is tried with: fixtures of others, small ones of our own, and what once was found. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const FIXTURES = join(import.meta.dirname, '..', '..', 'test', 'fixtures');
/** Larger ones say nothing a small one does not, and cost the time of a hundred. */
const FILE_MAX_BYTES = 96 * 1024;

/** Of `test/fixtures/parsers/NAME`, and of other folders there whose files end so. */
export function corpusOf(
  name: string,
  ...others: readonly (readonly [folder: string, ending: RegExp])[]
): Buffer[] {
  const folders = [[join('parsers', name), /(?<!\.md)$/] as const, ...others];
  return folders.flatMap(([folder, ending]) => {
    const path = join(FIXTURES, folder);
    if (!existsSync(path)) return [];
    return readdirSync(path)
      .filter((file) => ending.test(file))
      .map((file) => join(path, file))
      .filter((file) => statSync(file).isFile() && statSync(file).size <= FILE_MAX_BYTES)
      .sort()
      .map((file) => readFileSync(file));
  });
}
