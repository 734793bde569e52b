/** `srvault patients erase` and `verify-erasure`: with a credential folder, and with a person's passphrase alone. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LiveVault, PASSPHRASE, startLiveVault } from '#test/support/live-vault.ts';
import { documentOf, srvault } from './run-srvault.ts';

let vault: LiveVault;
beforeAll(async () => {
  vault = await startLiveVault();
  writeFileSync(join(vault.root, 'pp'), PASSPHRASE, { mode: 0o600 });
});
afterAll(() => vault.close());

async function patientWithExam(): Promise<string> {
  const { admin, group: security_group_id } = vault;
  const { index } = await admin.patients.create({ security_group_id, record: { legal_name: 'Peter Doe' } });
  const patient_id = index.document_id;
  await admin.exams.create({ security_group_id, patient_id, record: { title: 'CT' } });
  return patient_id;
}

describe('srvault patients erase', () => {
  test('with a credential: says first what would go, then erases and writes what anybody can check', async () => {
    const id = await patientWithExam();
    const as = ['--profile', vault.profile, '--url', vault.url];
    const plan = await srvault(['patients', 'erase', id, '--dry-run', '--json', ...as]);
    expect(documentOf(plan)).toMatchObject({ patient_id: id, versions: 2, files: [] });
    const out = join(vault.root, 'erased.json');
    const said = await srvault(['patients', 'erase', id, '--reason', 'wish', '--out', out, ...as]);
    expect(said.exitCode, said.stderr).toBe(0);
    expect(said.stdout).toContain('1 patient and 1 exams in 2 versions');
    expect((await srvault(['verify-erasure', out])).stdout).toContain(`patient ${id}, 1 exams`);
    writeFileSync(out, readFileSync(out, 'utf8').replace('"reason":"wish"', '"reason":"wash"'));
    expect((await srvault(['verify-erasure', out])).exitCode).toBe(10);
  });

  test('with the passphrase of an owner, beside the server', async () => {
    const id = await patientWithExam();
    const out = join(vault.root, 'by-passphrase.json');
    const as = ['--data', vault.dataDir, '--passphrase-file', join(vault.root, 'pp')];
    const said = await srvault(['patients', 'erase', id, '--reason', 'wish', '--out', out, ...as]);
    expect(said.exitCode, said.stderr).toBe(0);
    expect((await srvault(['verify-erasure', out, '--json'])).exitCode).toBe(0);
  });

  test('refuses without a reason or a place for the statement, and leaves no file where nothing was erased', async () => {
    const id = await patientWithExam();
    const as = ['--profile', vault.profile, '--url', vault.url];
    expect((await srvault(['patients', 'erase', id, ...as])).exitCode).toBe(2);
    expect((await srvault(['patients', 'erase', id, '--reason', 'x', ...as])).exitCode).toBe(2);
    const out = join(vault.root, 'nothing.json');
    const [unknown] = [id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))];
    const said = await srvault(['patients', 'erase', unknown, '--reason', 'x', '--out', out, ...as]);
    expect(said.exitCode).toBe(5);
    expect(existsSync(out)).toBe(false);
  });
});
