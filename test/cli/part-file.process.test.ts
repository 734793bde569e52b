/** Tests files that are written under a second name first: a link or pipe of that name is replaced, never used. */
import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createResourceWriter } from '#cli/export/write-resources.ts';
import { writeJsonFile } from '#main/system/json-file.ts';
import { rewriteJoinedVault } from '#sdk/node/joined-vault.ts';
import { onlyWhere } from '#test/support/left-out.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const JOINED = {} as never;

const WRITERS: readonly (readonly [name: string, part: string, write: (folder: string) => unknown])[] = [
  ['out.json', 'out.json.part', (folder) => createResourceWriter(join(folder, 'out.json'), false).close()],
  ['Bundle.ndjson', 'Bundle.ndjson.part', writeNdjson],
  ['window.json', 'window.json.new', (folder) => writeJsonFile(join(folder, 'window.json'), {})],
  ['vault.json', 'vault.json.new', (folder) => rewriteJoinedVault(folder, JOINED)],
];

async function writeNdjson(folder: string): Promise<void> {
  const writer = createResourceWriter(folder, true);
  await writer.add([{ resourceType: 'Bundle', id: '1' } as never]);
  await writer.close();
}

test.each(WRITERS)(
  '%s is written in the place of a link or pipe at %s, not through it',
  onlyWhere(process.platform !== 'win32', 'Windows makes links for administrators alone.'),
  async (name, part, write) => {
    const victim = join(testTempDir(), 'victim');
    writeFileSync(victim, 'somebody’s');
    const folder = testTempDir();
    symlinkSync(victim, join(folder, part));
    await write(folder);
    expect(readFileSync(victim, 'utf8')).toBe('somebody’s');
    expect(lstatSync(join(folder, name)).isFile()).toBe(true);
    execFileSync('mkfifo', [join(folder, part)]);
    await write(folder);
    expect(lstatSync(join(folder, name)).isFile()).toBe(true);
  },
);
