/** Tests exams created by STOW-RS, and unsupported requests of WADO-RS and QIDO-RS. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { headerSummary } from '#dicom/header-summary.ts';
import { openDataset } from '#dicom/open-dataset.ts';
import { element } from '#dicom/write/encode-elements.ts';
import { makeFile, PIXELS, words } from '#lanes/pixels/make-file.ts';
import type { VaultClient } from '#sdk/client.ts';
import { openPlainVault, type PlainVault } from '#test/support/frozen/plain-vault.ts';
import { FOUNDING } from '#test/support/live-vault.ts';
import { copyPreparedVault } from '#test/support/prepared-vault.ts';

const FIXTURES = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'dicom');
const FACTS = join(FIXTURES, 'cases/17-first-object-decides-modality');
const BOUNDARY = 'part';

let root: string;
let vault: PlainVault;
let client: VaultClient;
let base: string;
let group: string;
let token: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'srvault-facts-'));
  const { security_group_id, device_secret } = await copyPreparedVault(root, FOUNDING);
  group = security_group_id;
  vault = await openPlainVault({
    ...{ dataDir: join(root, 'vault'), stateDir: join(root, 'state'), nowMs: Date.now() },
  });
  client = vault.connect();
  token = (await client.session.open({ device_secret })).session_token;
  base = `${vault.url}/v1/dicomweb/${security_group_id}`;
});
afterAll(async () => {
  await vault.close();
  rmSync(root, { recursive: true, force: true });
});

const store = (file: string) => storeBytes(readFileSync(file));

async function storeBytes(bytes: Uint8Array) {
  const body = Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Type: application/dicom\r\n\r\n`),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
  const answer = await fetch(`${base}/studies`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/related; type="application/dicom"; boundary=${BOUNDARY}`,
    },
    body,
  });
  expect(answer.status).toBe(200);
  return headerSummary(openDataset(bytes));
}

const get = (path: string, accept: string) =>
  fetch(`${base}${path}`, { headers: { authorization: `Bearer ${token}`, accept } });

async function examOf(study: string | null) {
  const [exam] = await client.exams.list({ source_id: `urn:oid:${study}` }).toArray({ limit: 2 });
  return {
    id: exam?.index.document_id ?? '',
    modality: exam?.summary?.modality,
    title: exam?.summary?.title,
  };
}

describe('an exam that came as a study', () => {
  test.each(['pr', 'ko', 'sr'])('is named by its pictures though a %s object came first', async (kind) => {
    const files = readdirSync(FACTS).filter((file) => file.startsWith(`${kind}_`));
    const [about = '', pictures = ''] = files.sort(
      (a, b) => Number(a.includes('ct')) - Number(b.includes('ct')),
    );
    const { study_uid } = await store(join(FACTS, about));
    expect((await examOf(study_uid)).modality).toBeNull();
    await store(join(FACTS, pictures));
    expect((await examOf(study_uid)).modality).toBe('CT');
  });

  test('keeps what a person wrote before its pictures came', async () => {
    const { study_uid } = await store(join(FACTS, '1_pr.dcm'));
    const { id } = await examOf(study_uid);
    await client.exams.edit(id, (record) => ({ ...record, title: 'Second look', modality: 'MR' }));
    await store(join(FACTS, '2_ct.dcm'));
    expect(await examOf(study_uid)).toMatchObject({ title: 'Second look', modality: 'MR' });
  });
});

describe('an exam whose first object said little', () => {
  const study = '1.2.826.0.1.3680043.10.98.1';
  const object = (instance: number, more: Parameters<typeof makeFile>[1] = []) =>
    makeFile({ ...PIXELS, data: words([1, 2, 3, instance]) }, [
      element(0x00080018, 'UI', `${study}.1.${instance}`),
      element(0x0020000d, 'UI', study),
      element(0x0020000e, 'UI', `${study}.1`),
      ...more,
    ]);

  test('has the day, the accession number and the patient of a later one', async () => {
    const { index } = await client.patients.create({
      security_group_id: group,
      record: {
        legal_name: 'Kastellan, Mirela',
        ...{ birth_date: '1961-03-14', identifiers: [{ type: 'MR', value: '00482-117' }] },
      },
    });
    await storeBytes(object(1, [element(0x00100010, 'PN', 'Kastellan^Mirela')]));
    const { id } = await examOf(study);
    const before = await client.exams.get(id);
    expect([before.record.exam_date, before.index.meta.patient_id ?? null]).toEqual([null, null]);
    await storeBytes(
      object(2, [
        element(0x00100010, 'PN', 'Kastellan^Mirela'),
        element(0x00100020, 'LO', '00482-117'),
        element(0x00100030, 'DA', '19610314'),
        element(0x00080020, 'DA', '20260512'),
        element(0x00080050, 'SH', 'A17'),
        element(0x00081030, 'LO', 'Thorax'),
      ]),
    );
    const after = await client.exams.get(id);
    expect(after.record).toMatchObject({
      title: 'Thorax',
      exam_date: '2026-05-12T00:00:00.000Z',
      custom_attributes: { accession_number: 'A17' },
    });
    expect(after.index.meta.patient_id).toBe(index.document_id);
    // After a person's decision later objects change no link.
    await client.exams.setPatient(id, { patient_id: null });
    await storeBytes(object(3, [element(0x00100010, 'PN', 'Kastellan^Mirela')]));
    expect((await client.exams.get(id)).index.meta.patient_id ?? null).toBeNull();
  });
});

describe('WADO-RS', () => {
  test('gives what is stored, and refuses to convert it', async () => {
    const header = await store(join(FIXTURES, 'MR_small_RLE.dcm'));
    const study = `/studies/${header.study_uid}`;
    const instance = `${study}/series/${header.series_uid}/instances/${header.instance_uid}`;
    const RLE = '1.2.840.10008.1.2.5';
    const EXPLICIT = '1.2.840.10008.1.2.1';
    const related = (syntax: string) =>
      `multipart/related; type="application/dicom"; transfer-syntax=${syntax}`;
    for (const accept of [related('*'), related(RLE), `${related(EXPLICIT)}, ${related(RLE)}`, '*/*']) {
      expect([accept, (await get(instance, accept)).status]).toEqual([accept, 200]);
    }
    for (const [path, accept] of [
      [instance, related(EXPLICIT)],
      [instance, `application/dicom; transfer-syntax=${EXPLICIT}`],
      [study, related('"1.2.840.10008.1.2.4.90"')],
      [`${study}/series/${header.series_uid}`, related(EXPLICIT)],
    ] as const) {
      const refused = await get(path, accept);
      expect([accept, refused.status]).toEqual([accept, 422]);
      expect(await refused.text()).toContain(RLE);
    }
  });
});

describe('QIDO-RS', () => {
  test('finds a day however it is written', async () => {
    const header = await store(join(FIXTURES, 'CT_small.dcm'));
    expect(header.study_date).toBe('20040119');
    const found = async (date: string) => {
      const answer = await get(`/studies?StudyDate=${date}`, 'application/dicom+json');
      return answer.status === 204 ? [] : JSON.parse(await answer.text());
    };
    for (const date of [
      ...['20040119', '2004.01.19', '2004-01-19', '2004.01.01-2004.01.31', '20040101-2004.02.28'],
      ...['-2004.01.19', '2004-01-01-2004-01-31'],
    ]) {
      expect([date, (await found(date)).length]).toEqual([date, 1]);
    }
    expect(await found('2004.01.20')).toEqual([]);
    expect(await found('2004.01.20-')).toHaveLength((await found('20040120-')).length);
  });
});
