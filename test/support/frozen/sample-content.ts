/** Documents and files of a frozen vault: invented people, every state of a row. */

import type { DocumentId, SecurityGroupId } from '#contract/ids.ts';
import { PART_SIZE_BYTES } from '#contract/limits.ts';
import type { VaultClient } from '#sdk/client.ts';
import { changedCt } from '#test/support/dicom/study.ts';
import type { PlainVault } from './plain-vault.ts';

const REPORT_HTML =
  '<h2>Findings</h2><p>Heart size <strong>normal</strong>. No effusion.</p><ul><li>6 mm nodule, right upper lobe</li></ul><h2>Impression</h2><p>Follow up in 12 months.</p>';

/** Uploaded part of the unfinished transfer, and the rest. */
export const UNFINISHED = { name: 'half sent.dcm', restBytes: 20_000, part: 2 } as const;

export function sampleBytes(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let index = 0; index < length; index += 1) bytes[index] = index * 31 + (index >> 8);
  return bytes;
}

export interface Writers {
  readonly founder: VaultClient;
  /** An editor of `home`, a viewer of `second`. */
  readonly member: VaultClient;
  readonly home: SecurityGroupId;
  readonly second: SecurityGroupId;
}

export async function writeDocuments(vault: PlainVault, who: Writers): Promise<void> {
  const patientId = await writePatients(vault, who);
  await writeExams(vault, who, patientId);
  await writeTemplates(vault, who);
}

async function writePatients(
  vault: PlainVault,
  { founder, member, home, second }: Writers,
): Promise<DocumentId> {
  const full = await founder.patients.create({
    security_group_id: home,
    tags: ['chest clinic', 'follow-up'],
    specialist_ids: [(await member.session.get()).principal.principal_id],
    record: {
      legal_name: 'Jörg Müller-Zürich',
      display_name: 'Müller, Jörg',
      birth_date: '1961-07-09',
      identifiers: [{ system: 'urn:oid:1.2.3.4', type: 'MR', value: 'MRN-000815' }],
      external_id: 'EXT-77',
      biological_sex: 'male',
      gender_identity: 'man',
      race_identity: 'not asked',
      email: 'joerg@example.org',
      phone: '+41 44 000 00 00',
      address: { lines: ['Seestrasse 1'], city: 'Zürich', postal_code: '8001', country: 'CH' },
      internal_notes: 'Prefers mornings.',
      custom_attributes: { allergies: ['iodine'], nested: { deep: [1, 2, null] } },
    },
  });
  const id = full.index.document_id;
  vault.clock.advance(1000);
  const draft = { base_version_id: full.version_id, record: { ...full.record, phone: 'draft, discarded' } };
  await member.patients.draft.put(id, draft);
  await member.patients.draft.discard(id);
  vault.clock.advance(1000);
  await founder.patients.update(id, {
    record: { ...full.record, phone: '+41 44 111 11 11' },
    expected_latest_version_id: full.version_id,
  });
  const archived = await founder.patients.create({
    security_group_id: home,
    record: { display_name: 'Archived Quill', identifiers: { insurer: 'A-1' }, address: 'one line' },
  });
  await founder.patients.archive(archived.index.document_id);
  const trashed = await founder.patients.create({
    security_group_id: home,
    record: { legal_name: 'Trashed Quill' },
  });
  await founder.patients.archive(trashed.index.document_id);
  await founder.patients.delete(trashed.index.document_id);
  await founder.patients.copy(id, second);
  const purged = await founder.patients.create({ security_group_id: home, record: { legal_name: 'Gone' } });
  await founder.patients.delete(purged.index.document_id);
  await founder.patients.purge(purged.index.document_id);
  vault.clock.advance(1000);
  return id;
}

async function writeExams(vault: PlainVault, who: Writers, patientId: DocumentId): Promise<void> {
  const { founder, member, home, second } = who;
  const made = await founder.exams.create({
    security_group_id: home,
    patient_id: patientId,
    source_id: 'pacs-4711',
    tags: ['urgent'],
    record: {
      title: 'Chest X-ray, two views',
      modality: 'CR',
      exam_date: '2026-11-02T08:30:00+01:00',
      report_html: REPORT_HTML,
      custom_attributes: { report: { status: 'final' }, measurements: [{ name: 'nodule', mm: 6 }] },
    },
  });
  const id = made.index.document_id;
  vault.clock.advance(1000);
  const second_ = await member.exams.update(id, {
    record: { ...made.record, custom_attributes: { report: { status: 'amended' } } },
    tags: ['urgent', 'amended'],
    expected_latest_version_id: made.version_id,
  });
  await member.exams.draft.put(id, {
    base_version_id: second_.version_id,
    record: { ...second_.record, title: 'Chest X-ray, draft title' },
  });
  vault.clock.advance(1000);
  await founder.exams.copy(id, second);
  const bare = await founder.exams.create({ security_group_id: home, record: {} });
  await founder.exams.setPatient(bare.index.document_id, { patient_id: patientId });
  const trashed = await founder.exams.create({
    security_group_id: second,
    record: { title: 'Trashed follow-up', exam_date: '2025-01-01' },
  });
  await founder.exams.delete(trashed.index.document_id);
  const orphan = await founder.exams.create({
    security_group_id: second,
    record: { title: 'Archived chest MR', modality: 'MR' },
  });
  await founder.exams.archive(orphan.index.document_id);
  vault.clock.advance(1000);
}

async function writeTemplates(vault: PlainVault, { founder, home }: Writers): Promise<void> {
  let made = await founder.templates.create({
    security_group_id: home,
    record: { title: 'Chest standard', modality: 'CR', report_html: REPORT_HTML },
  });
  for (const title of ['Chest standard, second', 'Chest standard, third']) {
    vault.clock.advance(1000);
    made = await founder.templates.update(made.index.document_id, {
      record: { ...made.record, title },
      expected_latest_version_id: made.version_id,
    });
  }
  await founder.templates.create({
    security_group_id: home,
    record: { title: 'nad', custom_attributes: { kind: 'macro' }, report_html: '<p>Normal.</p>' },
  });
  vault.clock.advance(1000);
}

export async function writeDrive(founder: VaultClient, home: string): Promise<void> {
  const drive = founder.drive(home);
  const exams = await founder.exams.list({ security_group_id: home, source_id: 'pacs-4711' }).page();
  const exam_id = exams.items[0]?.index.document_id;
  const folder = await drive.mkdir({ name: 'Referrals' });
  const inner = await drive.mkdir({ name: 'Zürich 2026', parent_id: folder.node_id });
  await drive.upload(sampleBytes(40_000), { name: 'letter.bin', parent_id: inner.node_id });
  await drive.upload(new Uint8Array(), { name: 'empty.txt', parent_id: folder.node_id });
  await drive.upload(sampleBytes(16_384), { name: 'one chunk.bin', exam_id, mime_type: 'application/dicom' });
  const trash = await drive.mkdir({ name: 'Thrown away' });
  await drive.upload(sampleBytes(100), { name: 'with it.bin', parent_id: trash.node_id });
  await drive.delete(trash.node_id);
  const alone = await drive.upload(sampleBytes(200), { name: 'alone.bin' });
  await drive.delete(alone.node_id);
  await sendInParts(founder, home, exam_id);
}

/** One finished transfer in parts, and one with its last part but not its first. */
async function sendInParts(
  founder: VaultClient,
  home: string,
  exam_id: DocumentId | undefined,
): Promise<void> {
  const { resumable } = founder.drive(home);
  const done = await resumable.start({ name: 'in parts.bin', size: 25_000, exam_id: exam_id ?? null });
  await resumable.putPart(done.node_id, 1, sampleBytes(25_000));
  await resumable.complete(done.node_id);
  const size = PART_SIZE_BYTES + UNFINISHED.restBytes;
  const half = await resumable.start({ name: UNFINISHED.name, size });
  await resumable.putPart(half.node_id, UNFINISHED.part, sampleBytes(UNFINISHED.restBytes));
}

/** A received and filed object, and a signed report with a request to co-sign. */
export async function writeReceivedAndSigned(
  vault: PlainVault,
  { founder, member, home }: Writers,
): Promise<void> {
  const { receiver, filing, processing } = vault.services;
  const incoming = await receiver.begin(home, 'CT_NORTH_2');
  await incoming.write(changedCt({}));
  await incoming.finish();
  receiver.onReceived();
  await filing.whenIdle();
  await processing.whenIdle();
  vault.clock.advance(1000);
  const { index, version_id } = await founder.exams.create({
    security_group_id: home,
    record: {
      title: 'Signed chest X-ray',
      modality: 'CR',
      report_html: REPORT_HTML,
      custom_attributes: { report: { status: 'final' } },
    },
  });
  await founder.exams.sign(index.document_id, { version_id: version_id ?? '', intent: 'final' });
  const asked = {
    version_id: version_id ?? '',
    principal_id: (await member.session.get()).principal.principal_id,
  };
  const { request_id } = await founder.exams.cosign.ask(index.document_id, asked);
  await founder.exams.cosign.takeBack(index.document_id, request_id);
  vault.clock.advance(1000);
  await founder.exams.cosign.ask(index.document_id, asked);
  // Unreachable port, so that the message stays pending.
  await founder.exchange.hl7.queue(index.document_id, { receiver: 'ris' });
  vault.clock.advance(1000);
}
