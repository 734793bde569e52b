/**
 * `srvault export sealed`: opens the sealed blocks of a hand-over with `jose` and Node's own Argon2id, independently
 * of our code. test/ui/handover.spec.ts opens the page itself.
 */
import { argon2Sync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compactDecrypt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NodeId } from '#contract/ids.ts';
import { type HandoverParameters, PART_BYTES } from '#crypto/handover/handover-format.ts';
import { deriveHandoverKey, openJwe } from '#crypto/handover/open-handover.ts';
import { buildHandover } from '#scripts/build/build-handover.ts';
import { reportFromHtml } from '#sdk/report.ts';
import { checkReport } from '#sdk/verify.ts';
import { fhirSchema } from '#test/lib/fhir/fhir-schema.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';
import { documentOf, srvault } from './run-srvault.ts';

const UNKNOWN = '0197b2d9-51c0-7e11-a3f4-6d20c1b9e8ac';
const PASSPHRASE = 'harbour slate ninth lantern';
const uiDir = mkdtempSync(join(tmpdir(), 'srvault-handover-'));
const large = new Uint8Array(PART_BYTES + 1000).map((_, at) => at % 251);

let vault: LiveVault;
let examId: string;
let otherFile: NodeId;
let handed: HandedOver;
beforeAll(async () => {
  await buildHandover(uiDir);
  vault = await startLiveVault({ uiDir });
  const { admin, group } = vault;
  const patient = await admin.patients.create({
    security_group_id: group,
    record: { legal_name: 'Kastellan, Mirela', birth_date: '1961-03-14' },
  });
  const exam = await admin.exams.create({
    security_group_id: group,
    patient_id: patient.index.document_id,
    record: {
      title: 'CT chest',
      modality: 'CT',
      custom_attributes: { report: { status: 'final' } },
      ...(await reportFromHtml(
        `<h2>Findings</h2><p>Nodule </script> 11 mm.</p><figure data-picture="${UNKNOWN}">Slice 4</figure>`,
      )),
    },
  });
  examId = exam.index.document_id;
  await admin.exams.sign(examId, { version_id: exam.version_id ?? '', intent: 'final' });
  await admin.drive(group).upload(new File([large], 'series.bin'), { exam_id: examId });
  await admin.drive(group).upload(new File([], 'empty.txt'), { exam_id: examId });
  otherFile = (await admin.drive(group).upload(new File(['x'], 'other.txt'))).node_id;
  writeFileSync(join(vault.root, 'passphrase'), `${PASSPHRASE}\n`, { mode: 0o600 });
  writeFileSync(join(vault.root, 'weak'), 'password1234\n', { mode: 0o600 });
  handed = await handOver('--delete-after', '2026-12-31');
});
afterAll(async () => {
  await vault.close();
  rmSync(uiDir, { recursive: true, force: true });
});

const out = () => join(vault.root, 'handover.html');
const run = (...more: string[]) =>
  srvault(['export', 'sealed', ...more, '--profile', vault.profile, '--url', vault.url, '--json']);

function blocks(html: string): Map<string, string> {
  return new Map(
    [...html.matchAll(/<script type="application\/jos[en]" id="([\w-]+)">([^<]*)<\/script>/g)].map(
      ([, id = '', text = '']) => [id, text],
    ),
  );
}

interface HandedOver {
  readonly html: string;
  readonly blocks: Map<string, string>;
  readonly kdf: HandoverParameters['kdf'];
  readonly key: Uint8Array;
  /** Bytes that Argon2id derives after the key. */
  readonly commitment: string;
}

async function handOver(...more: string[]): Promise<HandedOver> {
  const file = ['--out', out(), '--passphrase-file', join(vault.root, 'passphrase')];
  const result = await run(examId, ...file, ...more);
  expect(result.exitCode, result.stderr).toBe(0);
  const html = readFileSync(out(), 'utf8');
  expect(documentOf(result)).toEqual({ out: out(), size: Buffer.byteLength(html) });
  const [, opening = ''] = /id="opening">([^<]*)</.exec(html) ?? [];
  const { kdf } = JSON.parse(opening);
  const derived = argon2Sync('argon2id', {
    message: PASSPHRASE,
    nonce: Buffer.from(kdf.salt, 'base64url'),
    memory: kdf.m,
    passes: kdf.t,
    parallelism: kdf.p,
    tagLength: 64,
  });
  const [key, commitment] = [derived.subarray(0, 32), derived.subarray(32).toString('base64url')];
  return { html, blocks: blocks(html), kdf, key, commitment };
}

describe('srvault export sealed', () => {
  test('is a page that loads and sends nothing, for its owner alone, with nothing clinical in clear', async () => {
    const { html } = handed;
    expect(statSync(out()).mode & 0o777).toBe(0o600);
    expect(html).toContain("default-src 'none'");
    for (const secret of ['Kastellan', 'CT chest', 'Nodule', 'series.bin', examId])
      expect(html).not.toContain(secret);
    expect(html).not.toMatch(/(src|href)="https?:/);
  });

  test('jose opens the bundle: exam, patient, signed report and signature that hold, files by their place', async () => {
    const { blocks: sealed, key } = handed;
    const { plaintext, protectedHeader } = await compactDecrypt(sealed.get('bundle') ?? '', key);
    expect(protectedHeader).toEqual({ alg: 'dir', enc: 'A256GCM', cty: 'application/fhir+json' });
    const bundle: { entry: { resource: Record<string, unknown> & { resourceType: string; id: string } }[] } =
      JSON.parse(new TextDecoder().decode(plaintext));
    const resources = bundle.entry.map(({ resource }) => resource);
    expect(resources.map(({ resourceType }) => resourceType).toSorted()).toEqual([
      ...['DiagnosticReport', 'DocumentReference', 'DocumentReference', 'DocumentReference', 'ImagingStudy'],
      ...['Media', 'Parameters', 'Patient', 'Provenance'],
    ]);
    expect(fhirSchema(bundle)).toEqual([]);
    expect(resources.find(({ resourceType }) => resourceType === 'Media')).toMatchObject({
      status: 'not-done',
      identifier: [{ value: '1' }],
      content: { title: 'Picture not shown: it is not among the files of this exam.' },
    });
    expect(resources.find(({ id }) => id === 'handover')?.['parameter']).toContainEqual({
      name: 'delete-after',
      valueDate: '2026-12-31',
    });
    const text = (value: unknown) => Buffer.from(String(value), 'base64');
    const signed = resources.find(({ id }) => id === 'signed-report');
    const provenance = resources.find(({ resourceType }) => resourceType === 'Provenance');
    expect(
      checkReport(
        text(JSON.parse(JSON.stringify(signed)).content[0].attachment.data),
        text(JSON.parse(JSON.stringify(provenance)).signature[0].data).toString(),
      ).holds,
    ).toBe(true);
  });

  test('jose opens each part of a file; together they are the file', async () => {
    const { blocks: sealed, key } = handed;
    const names = [...sealed.keys()].filter((name) => name.startsWith('file-')).toSorted();
    expect(names).toEqual(['file-1-0', 'file-2-0', 'file-2-1']);
    const parts = [];
    for (const name of ['file-2-0', 'file-2-1']) {
      const { plaintext, protectedHeader } = await compactDecrypt(sealed.get(name) ?? '', key);
      expect(protectedHeader).toMatchObject({ file: 2, part: parts.length });
      parts.push(plaintext);
    }
    expect(Buffer.concat(parts).equals(large)).toBe(true);
  });

  test('a wrong passphrase, a changed bit and a part in the place of another do not open', async () => {
    const { blocks: sealed, kdf, key, commitment } = handed;
    const header = { alg: 'dir', enc: 'A256GCM', cty: 'application/fhir+json' } as const;
    const bundle = sealed.get('bundle') ?? '';
    const own = await deriveHandoverKey(PASSPHRASE, kdf, () => undefined);
    if (own === undefined) throw new Error('The passphrase is not the one the file commits to.');
    expect(Buffer.compare(own, key)).toBe(0);
    expect(kdf.commitment).toBe(commitment);
    expect(openJwe(own, bundle, header)).toBeDefined();
    expect(await deriveHandoverKey(`${PASSPHRASE}.`, kdf, () => undefined)).toBeUndefined();
    expect(openJwe(new Uint8Array(32), bundle, header)).toBeUndefined();
    expect(openJwe(own, bundle.replace(/.{5}$/, 'AAAAA'), header)).toBeUndefined();
    expect(openJwe(own, bundle, { ...header, file: 1, part: 0 })).toBeUndefined();
  });

  test('what cannot be handed over is refused with its code and leaves no file', async () => {
    const place = ['--out', join(vault.root, 'refused.html')];
    const right = ['--passphrase-file', join(vault.root, 'passphrase')];
    expect((await run(examId, ...place, '--passphrase-file', join(vault.root, 'weak'))).exitCode).toBe(7);
    expect((await run('01900000-0000-7000-8000-000000000000', ...place, ...right)).exitCode).toBe(5);
    expect((await run(...place, ...right)).exitCode).toBe(2);
    expect((await run(examId, ...place, ...right, '--delete-after', '2026-02-30')).exitCode).toBe(2);
    expect(() => statSync(join(vault.root, 'refused.html'))).toThrow('ENOENT');
    const foreign = vault.admin.exchange.handOver(examId, {
      passphrase: PASSPHRASE,
      files: [otherFile],
    });
    await expect(foreign).rejects.toMatchObject({ code: 'invalid_request' });
    const never = vault.admin.exchange.handOver(examId, {
      passphrase: PASSPHRASE,
      delete_after: '2026-02-30',
    });
    await expect(never).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
