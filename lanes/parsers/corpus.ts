/** Corpus of files for each parser: external fixtures, small own ones, and inputs that once failed. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const FIXTURES = join(import.meta.dirname, '..', '..', 'test', 'fixtures');
/** Largest file used, because larger ones find no more and take far longer. */
const FILE_MAX_BYTES = 96 * 1024;

/** Loads `test/fixtures/parsers/NAME`, and files with these extensions from other fixture folders. */
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
