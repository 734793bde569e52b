/**
 * Signed reports from the vault to another computer. Node's own engine verifies them without the vault's crypto code.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExamSignature, SignatureFile } from '#contract/documents/signatures.ts';
import { bytesToSign } from '#crypto/proof/signature-statement.ts';
import { reportFromHtml } from '#sdk/report.ts';
import { checkReport, signatureFileText } from '#sdk/verify.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';
import { documentOf, srvault } from './run-srvault.ts';

const SPKI = {
  ed25519: '302a300506032b6570032100',
  // SubjectPublicKeyInfo of id-ml-dsa-65 (2.16.840.1.101.3.4.3.18), 1952 bytes of key.
  mldsa65: '308207b2300b0609608648016503040312038207a100',
};

let vault: LiveVault;
let examId: string;
let versionId: string;
let signed: ExamSignature;
let report: Buffer;
let signature: string;

const at = (name: string) => join(vault.root, name);
const withProfile = (...args: string[]) => srvault([...args, '--profile', vault.profile, '--url', vault.url]);
const verifyReport = (file: string, sig: string, ...more: string[]) =>
  srvault(['verify-report', file, '--signature', sig, '--json', ...more]);

beforeAll(async () => {
  vault = await startLiveVault();
  const { admin, group } = vault;
  const patient = await admin.patients.create({
    security_group_id: group,
    record: { legal_name: 'Ada Müller', birth_date: '1980-02-03', identifiers: [{ value: 'A-17' }] },
  });
  const exam = await admin.exams.create({
    security_group_id: group,
    patient_id: patient.index.document_id,
    record: {
      title: 'CT chest',
      custom_attributes: { report: { status: 'final' } },
      ...(await reportFromHtml('<h2>Findings</h2><p>Nodule <strong>11 mm</strong>.</p>')),
    },
  });
  examId = exam.index.document_id;
  versionId = exam.version_id ?? '';
  signed = await admin.exams.sign(examId, { version_id: versionId, intent: 'final' });
  const [out, sig] = [at('report.html'), at('report.signature.json')];
  const run = await withProfile('exams', 'report', examId, '--out', out, '--signature', sig, '--json');
  expect(run.exitCode, run.stderr).toBe(0);
  report = readFileSync(out);
  signature = readFileSync(sig, 'utf8');
});
afterAll(() => vault.close());

describe('signing', () => {
  test('says who, what and when, and holds', () => {
    expect(signed).toMatchObject({ version_id: versionId, intent: 'final', seq: 1 });
    expect(signed.signed_by.display_name).toBe('Founder');
    expect(signed.checks).toEqual({ text: true, ed25519: true, mldsa65: true, membership: true });
  });

  test('again answers the signature that stands', async () => {
    const again = await vault.admin.exams.sign(examId, { version_id: versionId, intent: 'final' });
    expect(again.signature_id).toBe(signed.signature_id);
    expect((await vault.admin.exams.signatures(examId)).items).toHaveLength(1);
  });

  test('a script signs as itself, by its own keys; a viewer does not', async () => {
    const { profile } = await vault.issue('co-signer', 'editor');
    const client = vault.connect({ profile });
    const other = await vault.admin.exams.create({
      security_group_id: vault.group,
      record: { title: 'MR', ...(await reportFromHtml('<p>Normal.</p>')) },
    });
    const [id, version_id] = [other.index.document_id, other.version_id ?? ''];
    await vault.admin.exams.sign(id, { version_id, intent: 'final' });
    const co = await client.exams.sign(id, { version_id, intent: 'co_signed' });
    expect(co.signed_by.display_name).toBe('co-signer');
    expect(co.checks).toEqual({ text: true, ed25519: true, mldsa65: true, membership: true });
    expect(co.signer).toMatchObject({ kind: 'sdk', issued_by: { display_name: 'Founder' } });
    expect(signed.signer).toMatchObject({ kind: 'person', issued_by: signed.signed_by });
    expect(co.file.statement.key_fingerprint).not.toBe(signed.file.statement.key_fingerprint);
    const body = { version_id, intent: 'final' as const, principal_id: signed.signed_by.principal_id };
    const refused = await client.exams.sign(id, body).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'invalid_request' });
    const viewer = vault.connect({ profile: (await vault.issue('viewer', 'viewer')).profile });
    await expect(viewer.exams.sign(id, { version_id, intent: 'final' })).rejects.toMatchObject({
      code: 'permission_denied',
    });
    expect((await viewer.exams.signatures(id)).items.map(({ intent }) => intent)).toEqual([
      'co_signed',
      'final',
    ]);
  });

  test('a script that has a person’s name is called a script wherever its signature is shown', async () => {
    const owner = vault.connect();
    const { admin, group } = vault;
    const groups = [{ security_group_id: group, role: 'editor' as const }];
    for (const name of ['Founder', 'FOUNDER', ' Fou\u200bnder', 'Ｆounder', 'Foun der'])
      await expect(owner.credentials.create({ name, groups })).rejects.toMatchObject({ code: 'name_taken' });
    await vault.issue('Dr A. Roe', 'editor');
    const invite = (display_name: string) => admin.principals.invite({ display_name, groups });
    await expect(invite('dr a.\u00a0roe')).rejects.toMatchObject({ code: 'name_taken' });
    const client = vault.connect({ profile: at('Dr A. Roe') });
    const exam = await client.exams.create({
      security_group_id: group,
      record: {
        title: 'CT',
        custom_attributes: { report: { status: 'final' } },
        ...(await reportFromHtml('<p>Normal.</p>')),
      },
    });
    const [id, version_id] = [exam.index.document_id, exam.version_id ?? ''];
    await client.exams.sign(id, { version_id, intent: 'final' });
    const [out, sig] = [at('script.html'), at('script.json')];
    const saved = await withProfile('exams', 'report', id, '--out', out, '--signature', sig);
    expect(saved.exitCode, saved.stderr).toBe(0);
    const checked = documentOf(await verifyReport(out, sig));
    expect(checked).toMatchObject({ holds: true, signer: { kind: 'sdk', issued_by: { is_founder: true } } });
    const said = await srvault(['verify-report', out, '--signature', sig]);
    expect(said.exitCode).toBe(0);
    expect(said.stdout).toContain('Signed by the program «Dr A. Roe», admitted by the founder, final');
    const bundle = JSON.stringify(await admin.exchange.fhirExam(id));
    expect(bundle).toContain('{"type":"Device","display":"Dr A. Roe"}');
  });

  test('a version of another exam, and an exam in the trash, are refused', async () => {
    const other = await vault.admin.exams.create({ security_group_id: vault.group, record: { title: 'US' } });
    const id = other.index.document_id;
    await expect(
      vault.admin.exams.sign(id, { version_id: versionId, intent: 'final' }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await vault.admin.exams.delete(id);
    await expect(
      vault.admin.exams.sign(id, { version_id: other.version_id ?? '', intent: 'final' }),
    ).rejects.toMatchObject({ code: 'document_deleted' });
  });

  test('stays with its version when another comes, and outlives the patient’s new name', async () => {
    const { index } = await vault.admin.exams.get(examId);
    await vault.admin.patients.edit(index.meta.patient_id ?? '', (record) => ({
      ...record,
      legal_name: 'Eve',
    }));
    const again = await withProfile(
      ...['exams', 'report', examId, '--out', at('again.html'), '--signature', at('again.json'), '--json'],
    );
    expect(again.exitCode, again.stderr).toBe(0);
    expect(readFileSync(at('again.html')).equals(report)).toBe(true);
    expect(readFileSync(at('again.json'), 'utf8')).toBe(signature);
  });
});

describe('srvault exams cosign', () => {
  const cosign = (...args: string[]) => withProfile('exams', 'cosign', examId, '--json', ...args);

  test('asks a person, lists what became of it, and takes it back', async () => {
    const { principal_id } = await vault.admin.principals.invite({
      display_name: 'Dr M. Stand',
      groups: [{ security_group_id: vault.group, role: 'editor' }],
    });
    const asked = await cosign('--ask', principal_id);
    expect(asked.exitCode, asked.stderr).toBe(0);
    const { request_id } = documentOf(asked);
    expect(documentOf(asked)).toMatchObject({
      state: 'awaited',
      version_id: versionId,
      asked: { principal_id },
    });
    expect(documentOf(await cosign('--take-back', request_id)).state).toBe('taken_back');
    expect(documentOf(await cosign()).items).toMatchObject([{ request_id, state: 'taken_back' }]);
    expect((await cosign('--ask', principal_id, '--take-back', request_id)).exitCode).toBe(2);
    expect((await cosign('--version-id', versionId)).exitCode).toBe(2);
  });
});

describe('srvault verify-report', () => {
  test('holds without the vault, in each form', async () => {
    const run = await verifyReport(at('report.html'), at('report.signature.json'));
    expect([run.exitCode, documentOf(run).holds], run.stderr).toEqual([0, true]);
    for (const format of ['md', 'text']) {
      const [out, sig] = [at(`signed.${format}`), at(`signed.${format}.json`)];
      await withProfile('exams', 'report', examId, '--format', format, '--out', out, '--signature', sig);
      expect((await verifyReport(out, sig)).exitCode).toBe(0);
    }
  });

  test('Node verifies both signatures too', () => {
    const file: SignatureFile = JSON.parse(signature);
    const keys = file.membership
      .map(({ record }) => record as { principal_id: string; public_keys: Record<string, string> | null })
      .find(
        ({ principal_id, public_keys }) => principal_id === file.statement.principal_id && public_keys,
      )?.public_keys;
    for (const name of ['ed25519', 'mldsa65'] as const) {
      const der = Buffer.concat([
        Buffer.from(SPKI[name], 'hex'),
        Buffer.from(keys?.[name] ?? '', 'base64url'),
      ]);
      const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
      const given = Buffer.from(file[`signature_${name}`], 'base64url');
      expect(verify(null, bytesToSign(file.statement), key, given)).toBe(true);
      expect(verify(null, bytesToSign({ ...file.statement, seq: 2 }), key, given)).toBe(false);
    }
  });

  test('every flipped byte of the report is refused by its name', () => {
    const signedHashes = Object.values(signed.file.statement.files_sha256);
    for (const index of report.keys()) {
      const changed = Buffer.from(report);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(signedHashes).not.toContain(createHash('sha256').update(changed).digest('hex'));
      if (index % 199 === 0) expect(checkReport(changed, signature).faults).toEqual(['text_changed']);
    }
  });

  test('flipped bytes all over the signature file are refused', () => {
    const bytes = Buffer.from(signature);
    for (let index = 0; index < bytes.length; index += 997) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(checkReport(report, changed.toString()).holds, `byte ${index}`).toBe(false);
    }
  });

  test('each part that was changed is named', () => {
    const file: SignatureFile = JSON.parse(signature);
    const faultsOf = (change: (copy: SignatureFile) => void) => {
      const copy = structuredClone(file);
      change(copy);
      return checkReport(report, signatureFileText(copy)).faults;
    };
    const flipped = (text: string) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`;
    expect(faultsOf((copy) => (copy.signature_ed25519 = flipped(copy.signature_ed25519)))).toEqual([
      'ed25519_does_not_hold',
    ]);
    expect(faultsOf((copy) => (copy.signature_mldsa65 = flipped(copy.signature_mldsa65)))).toEqual([
      'mldsa65_does_not_hold',
    ]);
    expect(faultsOf((copy) => (copy.statement.signed_at = '2020-01-01T00:00:00.000Z'))).toEqual([
      'ed25519_does_not_hold',
      'mldsa65_does_not_hold',
    ]);
    expect(faultsOf((copy) => copy.membership.pop())).toEqual(['membership_does_not_hold']);
    expect(faultsOf((copy) => (copy.statement.signer_name = 'Dr Other'))).toContain(
      'membership_does_not_hold',
    );
    expect(checkReport(report, `${signature} `).faults).toEqual(['signature_file_damaged']);
    expect(checkReport(report, '{}').faults).toEqual(['signature_file_damaged']);
  });

  test('the command says so with 10, and another founder too', async () => {
    writeFileSync(at('changed.html'), report.toString().replace('11 mm', '17 mm'));
    const changed = await verifyReport(at('changed.html'), at('report.signature.json'));
    expect(changed.exitCode).toBe(10);
    expect(documentOf(changed).findings.map(({ code }: { code: string }) => code)).toEqual(['text_changed']);
    const { founder_fingerprint: founder } = checkReport(report, signature);
    // Few or no digits would match any vault.
    for (const few of ['', '0', founder?.slice(0, 15) ?? ''])
      expect(checkReport(report, signature, { founder: few }).faults, few).toEqual(['founder_differs']);
    const right = await verifyReport(
      ...([
        at('report.html'),
        at('report.signature.json'),
        '--founder',
        founder?.slice(0, 16) ?? '',
      ] as const),
    );
    expect(right.exitCode).toBe(0);
    const wrong = await verifyReport(
      at('report.html'),
      at('report.signature.json'),
      '--founder',
      '0'.repeat(16),
    );
    expect([wrong.exitCode, documentOf(wrong).faults]).toEqual([10, ['founder_differs']]);
    const short = await verifyReport(at('report.html'), at('report.signature.json'), '--founder', '00');
    expect(short.exitCode).toBe(2);
  });

  test('a PDF of the report is neither confirmed nor called changed', async () => {
    const made = await withProfile('exams', 'report', examId, '--format', 'pdf', '--out', at('report.pdf'));
    expect(made.exitCode, made.stderr).toBe(0);
    const checked = await verifyReport(at('report.pdf'), at('report.signature.json'));
    expect(checked.exitCode).toBe(10);
    expect(documentOf(checked)).toMatchObject({
      holds: false,
      faults: ['form_not_signed'],
      checks: { text: false, ed25519: true, mldsa65: true, membership: true },
    });
    expect(documentOf(checked).findings[0].advice).toContain('HTML, Markdown or text');
  });

  test('an exam nobody signed has no signature file', async () => {
    const other = await vault.admin.exams.create({ security_group_id: vault.group, record: { title: 'CR' } });
    const run = await withProfile(
      ...['exams', 'report', other.index.document_id, '--out', at('x'), '--signature', at('y'), '--json'],
    );
    expect(run.exitCode).toBe(5);
  });
});

describe('a signature in the database', () => {
  const CHANGES = {
    'taken out': 'DELETE FROM document_signatures WHERE document_id = ?',
    changed: 'UPDATE document_signatures SET sealed = zeroblob(400) WHERE document_id = ?',
    renamed: `UPDATE document_signatures SET signature_id = 'x' WHERE document_id = ?`,
    'disowned by its document': 'UPDATE documents SET signatures_sha256 = NULL WHERE document_id = ?',
  };
  test.each(Object.entries(CHANGES))('%s is noticed', async (_what, sql) => {
    const exam = await vault.admin.exams.create({ security_group_id: vault.group, record: { title: 'PT' } });
    const id = exam.index.document_id;
    await vault.admin.exams.sign(id, { version_id: exam.version_id ?? '', intent: 'final' });
    const db = new Database(join(vault.dataDir, 'vault.sqlite'));
    db.prepare(sql).run(id);
    db.close();
    await expect(vault.admin.exams.signatures(id)).rejects.toMatchObject({ code: 'crypto_error' });
  });

  test('shows nothing of who signed', () => {
    const db = new Database(join(vault.dataDir, 'vault.sqlite'), { readonly: true });
    const rows = db.prepare('SELECT * FROM document_signatures').all();
    db.close();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(signed.signed_by.principal_id);
  });
});
