/** `srvault init --sample`: a vault with the sample practice, without any other name. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentOf, srvault } from './run-srvault.ts';

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'srvault-sample-'));
  writeFileSync(join(root, 'passphrase'), 'correct horse battery staple', { mode: 0o600 });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const init = (...args: string[]) =>
  srvault(['init', ...args, '--passphrase-file', join(root, 'passphrase'), '--json']);

test('makes twelve invented patients with their pictures', async () => {
  const data = join(root, 'vault');
  const made = documentOf(await init('--sample', '--sample-language', 'de', '--data', data));
  expect(made).toMatchObject({ data_dir: data, sample: { patients: 12, exams: 16 } });
  const verified = await srvault(
    ['verify', '--data', data, '--passphrase-file', join(root, 'passphrase'), '--json'],
    {},
  );
  expect(verified.exitCode).toBe(0);
});

test('without it needs both names, and knows no other language', async () => {
  const data = join(root, 'none');
  expect(await init('--data', data, '--owner', 'Y')).toMatchObject({ exitCode: 2 });
  expect(await init('--data', data, '--workspace', 'X')).toMatchObject({ exitCode: 2 });
  expect(await init('--data', data, '--sample', '--sample-language', 'it')).toMatchObject({ exitCode: 2 });
});
