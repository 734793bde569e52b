/** Tests that a named pipe in a credential folder is refused at once: reading it would stop the program. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAbout, readToken } from '#sdk/node/credential-folder.ts';
import { readIncomingCredential, readJoinedVault } from '#sdk/node/joined-vault.ts';
import { readFolderFile } from '#sdk/node/read-folder-file.ts';
import { onlyWhere } from '#test/support/left-out.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const ABOUT = { credential_id: 'a', principal_id: 'b', client_cn: 'c', base_url: 'https://x', groups: [] };

test.each([
  ['credential.json', readAbout],
  ['token', readToken],
  ['client.key', readIncomingCredential],
  ['remote/vault.json', readJoinedVault],
])(
  'a pipe at %s',
  onlyWhere(process.platform !== 'win32', 'Windows has no named pipes among its files.'),
  (name, read) => {
    const folder = testTempDir();
    mkdirSync(join(folder, 'remote'));
    for (const file of ['ca.crt', 'client.crt']) writeFileSync(join(folder, file), '');
    if (name !== 'credential.json') writeFileSync(join(folder, 'credential.json'), JSON.stringify(ABOUT));
    execFileSync('mkfifo', ['-m', '600', join(folder, name)]);
    expect(() => read(folder)).toThrow('is not a file');
  },
);

test('a file too large for any credential is not read', () => {
  const file = join(testTempDir(), 'token');
  writeFileSync(file, Buffer.alloc(1024 * 1024 + 1));
  expect(() => readFolderFile(file)).toThrow('is too large');
});
