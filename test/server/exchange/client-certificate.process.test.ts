/** Tests what a writer of the folder may put in the place of the certificate for receivers. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readClientIdentity } from '#server/exchange/outbox/tls-client-certificate.ts';
import { onlyWhere } from '#test/support/left-out.ts';

let pki: string;
beforeEach(() => {
  pki = mkdtempSync(join(tmpdir(), 'srvault-pki-'));
});
afterEach(() => rmSync(pki, { recursive: true, force: true }));

test('reads both files as they stand at each call', () => {
  expect(readClientIdentity(pki)).toBeUndefined();
  writeFileSync(join(pki, 'hl7.crt'), 'certificate');
  expect(readClientIdentity(pki)).toBeUndefined();
  writeFileSync(join(pki, 'hl7.key'), 'key');
  expect(readClientIdentity(pki)).toEqual({ cert: 'certificate', key: 'key' });
});

test(
  'does not wait for a named pipe',
  onlyWhere(process.platform !== 'win32', 'Windows has no named pipes among its files'),
  () => {
    execFileSync('mkfifo', [join(pki, 'hl7.crt')]);
    writeFileSync(join(pki, 'hl7.key'), 'key');
    expect(readClientIdentity(pki)).toBeUndefined();
  },
);

test('refuses a file that is no certificate by its size', () => {
  writeFileSync(join(pki, 'hl7.crt'), '');
  truncateSync(join(pki, 'hl7.crt'), 2 ** 33);
  writeFileSync(join(pki, 'hl7.key'), 'key');
  expect(() => readClientIdentity(pki)).toThrow('too large');
});
