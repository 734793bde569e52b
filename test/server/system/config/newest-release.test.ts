import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROGRAM_VERSION } from '#contract/program-version.ts';
import { isNewer, newerProgram, RELEASE_FILE } from '#server/system/config/newest-release.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

function folderWith(content: string): string {
  const folder = testTempDir();
  writeFileSync(join(folder, RELEASE_FILE), content);
  return folder;
}

describe('newerProgram', () => {
  test('is the version of the file where that is newer', () => {
    expect(newerProgram(folderWith('{"version":"0.10.0"}'), '0.9.1')).toBe('0.10.0');
    expect(newerProgram(folderWith('{"version":"0.9.1"}'), '0.9.1')).toBeUndefined();
    expect(newerProgram(folderWith('{"version":"0.8.9"}'), '0.9.1')).toBeUndefined();
  });

  test.each(['', '{', 'null', '[]', '7', '{"version":7}', '{"version":"9"}', '{"version":"9.0.0 <b>"}'])(
    'says nothing of a file that makes no sense: %s',
    (content) => expect(newerProgram(folderWith(content))).toBeUndefined(),
  );

  test('says nothing where there is no file, or one that is too long to be one', () => {
    expect(newerProgram(testTempDir())).toBeUndefined();
    expect(newerProgram(folderWith(`{"version":"99.0.0"}${' '.repeat(5_000)}`))).toBeUndefined();
  });
});

describe('isNewer', () => {
  test.each([
    ['1.0.0', '0.9.9', true],
    ['0.9.10', '0.9.9', true],
    ['0.9.9', '0.9.9', false],
    ['0.9.9', '0.10.0', false],
    ['', PROGRAM_VERSION, false],
    ['1.0.0', '', false],
  ])('%s than %s: %s', (version, than, expected) => expect(isNewer(version, than)).toBe(expected));
});
