/** Tests imports of a folder that somebody handed over: no link is followed out of it, and no named pipe waited for. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findReferenced } from '#cli/import/dicom/find-referenced-file.ts';
import { expandPaths } from '#cli/import/source-paths.ts';
import { onlyWhere } from '#test/support/left-out.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const onPipes = onlyWhere(process.platform !== 'win32', 'Windows has no named pipes among its files.');

/** Makes a folder with a file, a link out of it, a linked folder, and a named pipe. */
function handedOver(ending: string): string {
  const folder = testTempDir();
  const outside = testTempDir();
  writeFileSync(join(outside, `secret${ending}`), 'of somebody else');
  writeFileSync(join(folder, `own${ending}`), '{}');
  symlinkSync(join(outside, `secret${ending}`), join(folder, `link${ending}`));
  symlinkSync(outside, join(folder, 'LINKED'));
  mkdirSync(join(folder, 'INNER'));
  writeFileSync(join(folder, 'INNER', `inner${ending}`), '{}');
  execFileSync('mkfifo', [join(folder, `pipe${ending}`)]);
  return folder;
}

test('a folder of FHIR is read without links and pipes, which are told as left out', onPipes, async () => {
  const folder = handedOver('.ndjson');
  const { files, skipped } = await expandPaths([folder], ['.ndjson']);
  expect(files).toEqual([join(folder, 'INNER', 'inner.ndjson'), join(folder, 'own.ndjson')]);
  expect(skipped).toEqual(['LINKED', 'link.ndjson', 'pipe.ndjson'].map((name) => join(folder, name)));
});

test('a DICOMDIR names nothing outside of its medium, and no pipe', onPipes, async () => {
  const folder = handedOver('');
  const found = (...path: string[]) => findReferenced(folder, path);
  expect(await found('OWN')).toEqual([join(folder, 'own')]);
  expect(await found('INNER', 'INNER')).toEqual([join(folder, 'INNER', 'inner')]);
  expect(await found('LINK')).toEqual([]);
  expect(await found('PIPE')).toEqual([]);
  expect(await found('LINKED', 'SECRET')).toEqual([]);
});
