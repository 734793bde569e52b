/** `srvault export dicom --letters`: the letter as an encapsulated PDF of its study, as DCMTK and dicom3tools read it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { VaultClient } from '#sdk/client.ts';
import { documentOf, srvault } from '#test/cli/run-srvault.ts';
import { requirePeer, runPeer } from '#test/support/dicom/peer.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

const PICTURE = join(import.meta.dirname, '..', '..', 'fixtures', 'dicom', 'CT_small.dcm');
const READ_WITHIN_MS = 240_000;
/** What the picture says of itself. */
const THEIR_NAME = 'CompressedSamples^CT1';
const THEIR_ID = '1CT1';
const THEIR_STUDY = '1.3.6.1.4.1.5962.1.2.1.20040119072730.12322';
const DCIODVFY_ERROR = /^Error/m;

let vault: LiveVault;
let client: VaultClient;
/** Signed exam with the picture, of the patient whom it names. */
let exam: string;

const out = (name: string) => join(vault.root, name);
const run = (id: string, name: string) =>
  srvault(['export', 'dicom', '--exam', id, '--letters', '--out', out(name), '--json'], {
    env: { SRVAULT_PROFILE: vault.profile },
  });

async function signedExam(patientId: string | null): Promise<string> {
  const { index } = await client.exams.create({
    security_group_id: vault.group,
    patient_id: patientId,
    record: {
      title: 'CT, Brustkorb\\Größe',
      modality: 'CT',
      exam_date: '2026-05-12T09:40:00Z',
      report_html: '<h2>Impression</h2><p>Nodule of 11 mm.</p>',
      custom_attributes: { accession_number: 'A-20931' },
    },
  });
  const { version_id } = await client.exams.get(index.document_id);
  if (patientId !== null)
    await client.exams.sign(index.document_id, { version_id: version_id ?? '', intent: 'final' });
  return index.document_id;
}

async function patientNamed(legal_name: string, value: string): Promise<string> {
  const { index } = await client.patients.create({
    security_group_id: vault.group,
    record: {
      legal_name,
      birth_date: '1961-03-14',
      biological_sex: 'female',
      identifiers: [{ type: 'MR', value }],
    },
  });
  return index.document_id;
}

async function addPicture(examId: string): Promise<void> {
  const drive = client.drive(vault.group);
  await drive.upload(new File([readFileSync(PICTURE)], 'CT_small.dcm'), { exam_id: examId });
  await vi.waitFor(async () => {
    const { waiting, items } = await drive.series(examId);
    if (waiting > 0 || items.length === 0) throw new Error('Headers are still being read.');
  }, READ_WITHIN_MS);
}

beforeAll(async () => {
  vault = await startLiveVault();
  client = vault.admin;
  exam = await signedExam(await patientNamed('CompressedSamples, CT1', THEIR_ID));
  await addPicture(exam);
}, READ_WITHIN_MS);
afterAll(() => vault.close());

describe('the letter of an exam with pictures', () => {
  test('stands in their study, in the directory and with the bytes of the PDF', async (context) => {
    requirePeer(context, 'dcmdump', 'dcmtk');
    expect(documentOf(await run(exam, 'media'))).toMatchObject({ images: 1, letters: 1 });
    const letter = join(out('media'), 'DICOM', 'E0000001', 'LETTER');
    const { output } = await runPeer('dcmdump', ['-q', letter]);
    expect(output).toContain('(0008,0016) UI =EncapsulatedPDFStorage');
    expect(output).toContain(`[${THEIR_NAME}]`);
    expect(output).toContain(`[${THEIR_STUDY}]`);
    expect(output).toContain('[18748-4]');
    const { bytes } = await client.exams.reportFile(exam, { format: 'pdf' });
    expect((await runPeer('dcm2pdf', [letter, out('letter.pdf')])).code).toBe(0);
    expect(readFileSync(out('letter.pdf')).equals(Buffer.from(bytes))).toBe(true);
    const directory = await runPeer('dcmdump', ['-q', '+L', join(out('media'), 'DICOMDIR')]);
    expect(directory.output).toContain('[ENCAP DOC]');
    expect(directory.output).toContain('[application/pdf]');
    expect(directory.output).toContain('[DICOM\\E0000001\\LETTER]');
  });

  test('holds against the standard, as dciodvfy knows it', async (context) => {
    requirePeer(context, 'dciodvfy', 'dicom3tools');
    const { output } = await runPeer('dciodvfy', [join(out('media'), 'DICOM', 'E0000001', 'LETTER')]);
    expect(output).toContain('EncapsulatedPDF');
    expect(output).not.toMatch(DCIODVFY_ERROR);
  });

  test('is another document once it is signed', async () => {
    const uidOf = async (id: string) => (await client.exchange.dicomLetter(id)).header.instance_uid;
    const { index, version_id } = await client.exams.create({
      security_group_id: vault.group,
      patient_id: await patientNamed('Roe, Adam', '4711'),
      record: { title: 'CT', report_html: '<h2>Impression</h2><p>Clear.</p>' },
    });
    const unsigned = await uidOf(index.document_id);
    expect(await uidOf(index.document_id)).toBe(unsigned);
    await client.exams.sign(index.document_id, { version_id: version_id ?? '', intent: 'final' });
    expect(await uidOf(index.document_id)).not.toBe(unsigned);
  });

  test('has the same UIDs each time', async () => {
    const [first, second] = [
      await client.exchange.dicomLetter(exam),
      await client.exchange.dicomLetter(exam),
    ];
    expect(Buffer.from(first.file).equals(Buffer.from(second.file))).toBe(true);
  });
});

test('an exam without pictures has the study of its worklist item, and its title without separators', async (context) => {
  requirePeer(context, 'dciodvfy', 'dicom3tools');
  const alone = await signedExam(await patientNamed('Kastellan, Mirela', '00482-117'));
  expect(documentOf(await run(alone, 'alone'))).toMatchObject({ images: 0, letters: 1 });
  const letter = join(out('alone'), 'DICOM', 'E0000001', 'LETTER');
  const { output } = await runPeer('dcmdump', ['-q', letter]);
  expect(output).toContain(`[2.25.${BigInt(`0x${alone.replaceAll('-', '')}`)}]`);
  for (const value of ['Kastellan^Mirela', '00482-117', '19610314', 'F', 'A-20931', '20260512', 'ISO_IR 192'])
    expect(output).toContain(`[${value}]`);
  expect(output).toContain('CT, Brustkorb Größe');
  const directory = await runPeer('dcmdump', ['-q', '+L', join(out('alone'), 'DICOMDIR')]);
  expect(directory.output).toMatch(/ENCAP DOC.*ISO_IR 192.*Größe/s);
  expect((await runPeer('dciodvfy', [letter])).output).not.toMatch(DCIODVFY_ERROR);
});

test('a letter is refused where pictures name another patient, and where there is no patient', async () => {
  const theirs = await signedExam(await patientNamed('Stand, Otto', '77001'));
  await addPicture(theirs);
  for (const [id, words] of [
    [theirs, 'Pictures of this exam name another patient'],
    [await signedExam(null), 'This exam has no patient'],
  ] as const) {
    const done = await run(id, 'refused');
    expect(done.exitCode).not.toBe(0);
    expect(done.stderr).toContain(words);
    expect(existsSync(out('refused'))).toBe(false);
  }
});
