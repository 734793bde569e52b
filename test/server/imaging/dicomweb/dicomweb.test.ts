/** Tests DICOMweb with an independent client over XMLHttpRequest, with a session of the vault. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from 'dicomweb-client';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { concatBytes } from '#bytes/concat-bytes.ts';
import { CONCURRENT_UPLOADS_PER_CERTIFICATE } from '#contract/limits.ts';
import { part10Head } from '#dicom/part10-header.ts';
import { element } from '#dicom/write/encode-elements.ts';
import type { VaultClient } from '#sdk/client.ts';
import { TAGS, writeStudy } from '#test/support/dicom/study.ts';
import { openPlainVault, type PlainVault } from '#test/support/frozen/plain-vault.ts';
import { FOUNDING } from '#test/support/live-vault.ts';
import { copyPreparedVault } from '#test/support/prepared-vault.ts';

const STUDY = '1.2.826.0.1.3680043.10.98.1';
const OTHER = '1.2.826.0.1.3680043.10.98.2';
const SERIES = `${STUDY}.1`;
const FIRST = `${STUDY}.1.1`;

let root: string;
let vault: PlainVault;
let client: VaultClient;
let web: InstanceType<typeof api.DICOMwebClient>;
let base: string;
let token: string;
let files: string[];

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'srvault-dicomweb-'));
  const { security_group_id, device_secret } = await copyPreparedVault(root, FOUNDING);
  const place = { dataDir: join(root, 'vault'), stateDir: join(root, 'state') };
  vault = await openPlainVault({ ...place, nowMs: Date.now() });
  client = vault.connect();
  token = (await client.session.open({ device_secret })).session_token;
  base = `${vault.url}/v1/dicomweb/${security_group_id}`;
  const { window } = new JSDOM('', { url: vault.url });
  Object.assign(globalThis, { XMLHttpRequest: window.XMLHttpRequest });
  web = new api.DICOMwebClient({
    url: base,
    headers: { Authorization: `Bearer ${token}` },
    singlepart: false,
  });
  files = [
    ...writeStudy(join(root, 'a'), STUDY, 3, { [TAGS.patient_name]: 'Moreau^Ada' }),
    ...writeStudy(join(root, 'b'), OTHER, 1, { [TAGS.patient_name]: 'Lindt^Ben' }),
  ];
});

afterAll(async () => {
  Reflect.deleteProperty(globalThis, 'XMLHttpRequest');
  await vault.close();
  rmSync(root, { recursive: true, force: true });
});

/** Untyped, because the package's types require what its functions do not. */
function ask(method: string, options: object = {}) {
  return Reflect.get(web, method).call(web, options);
}

function bufferOf(file: string): ArrayBuffer {
  return Uint8Array.from(readFileSync(file)).buffer;
}

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${base}${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } });
}

describe('STOW-RS', () => {
  test('stores instances, which are filed when it answers', async () => {
    const answer: unknown = await ask('storeInstances', { datasets: files.map(bufferOf) });
    expect(answer).toBeDefined();
    const exams = await client.exams.list().toArray({ limit: 10 });
    expect(exams).toHaveLength(2);
  });

  test('takes as many requests of a certificate at a time as uploads, and one again once one has ended', async () => {
    const ends = Array.from({ length: CONCURRENT_UPLOADS_PER_CERTIFICATE }, () => new AbortController());
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/related; type="application/dicom"; boundary=b',
    };
    // Needed for a stream; the types do not know it.
    const streamed: object = { duplex: 'half' };
    const store = (body: BodyInit, signal?: AbortSignal) =>
      fetch(`${base}/studies`, { method: 'POST', headers, body, signal: signal ?? null, ...streamed });
    for (const { signal } of ends) {
      const begun = new ReadableStream({ start: (sent) => sent.enqueue(Buffer.from('--b\r\n\r\nx')) });
      void store(begun, signal).catch(() => undefined);
    }
    const status = async () => (await store('--b--\r\n')).status;
    await expect.poll(status, { timeout: 20_000 }).toBe(429);
    for (const each of ends) each.abort();
    await expect.poll(status, { timeout: 20_000 }).toBe(422);
  });

  test('says which parts are no instances, and keeps the others', async () => {
    const bodyBy = (boundary: string, ...parts: Uint8Array[]) =>
      Buffer.concat([
        ...parts.flatMap((part) => [
          Buffer.from(`--${boundary}\r\nContent-Type: application/dicom\r\n\r\n`),
          part,
          Buffer.from('\r\n'),
        ]),
        Buffer.from(`--${boundary}--\r\n`),
      ]);
    const body = (...parts: Uint8Array[]) => bodyBy('b', ...parts);
    const store = (
      path: string,
      bytes: Uint8Array,
      type = 'multipart/related; type="application/dicom"; boundary=b',
    ) =>
      fetch(`${base}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        body: Uint8Array.from(bytes),
      });
    const known = readFileSync(files[0] ?? '');
    const mixed = await store('/studies', body(known, Buffer.from('no DICOM at all')));
    expect(mixed.status).toBe(202);
    expect(await mixed.json()).toMatchObject({
      '00081199': { Value: [{ '00081155': { Value: [FIRST] } }] },
      '00081198': { Value: [{ '00081197': { Value: [0xa900] } }] },
    });
    // Orthanc's boundaries exceed the limit of RFC 2046.
    const long = 'b'.repeat(73);
    const kind = `multipart/related; type="application/dicom"; boundary=${long}`;
    expect((await store('/studies', bodyBy(long, known), kind)).status).toBe(200);
    expect((await store(`/studies/${OTHER}`, body(known))).status).toBe(409);
    expect((await store('/studies', body(), 'application/json')).status).toBe(422);
    expect((await store('/studies', Buffer.from('--b--\r\n'))).status).toBe(422);
    expect((await store('/studies', body(known).subarray(0, 500))).status).toBe(400);
    await client.imaging.patchReceiver({ stow: false });
    expect((await store('/studies', body(known))).status).toBe(403);
    await client.imaging.patchReceiver({ stow: true });
    expect((await store('/studies', body(known))).status).toBe(200);
  });
});

describe('QIDO-RS', () => {
  test('finds studies by any of their attributes', async () => {
    const all = await ask('searchForStudies');
    expect(all).toHaveLength(2);
    const by = (queryParams: Record<string, string | number>) => ask('searchForStudies', { queryParams });
    for (const queryParams of [
      { PatientName: 'moreau*' },
      { '00100010': '*Ada' },
      { StudyInstanceUID: STUDY },
      { ModalitiesInStudy: 'CT', PatientName: 'Moreau^Ada' },
    ]) {
      expect(await by(queryParams)).toMatchObject([
        {
          '0020000D': { Value: [STUDY] },
          '00201206': { Value: [1] },
          '00201208': { Value: [3] },
          '00100010': { vr: 'PN', Value: [{ Alphabetic: 'Moreau^Ada' }] },
        },
      ]);
    }
    expect(await by({ ModalitiesInStudy: 'MR' })).toEqual([]);
    expect(await by({ limit: 1 })).toHaveLength(1);
    expect(await by({ limit: 5, offset: 1 })).toHaveLength(1);
    const refused = await get('/studies?Nonsense=1');
    expect(refused.status).toBe(422);
    // An unknown parameter may be a patient's name, so it is not repeated.
    expect(await refused.text()).not.toContain('Nonsense');
    expect((await get('/studies?limit=-1')).status).toBe(422);
  });

  test('finds the series and instances of a study', async () => {
    const series = await ask('searchForSeries', { studyInstanceUID: STUDY });
    expect(series).toMatchObject([{ '0020000E': { Value: [SERIES] }, '00201209': { Value: [3] } }]);
    const instances = await ask('searchForInstances', { studyInstanceUID: STUDY, seriesInstanceUID: SERIES });
    expect(instances).toHaveLength(3);
  });
});

describe('WADO-RS', () => {
  const one = { studyInstanceUID: STUDY, seriesInstanceUID: SERIES, sopInstanceUID: FIRST };

  test('gives an instance, a series and a study back byte by byte', async () => {
    const original = readFileSync(files[0] ?? '');
    const instance = Buffer.from(await ask('retrieveInstance', one));
    expect(Buffer.compare(instance, original)).toBe(0);
    const study: ArrayBuffer[] = await ask('retrieveStudy', { studyInstanceUID: STUDY });
    expect(study.map((part) => part.byteLength)).toEqual([1, 2, 3].map(() => original.length));
    const plain = await get(`/studies/${STUDY}/series/${SERIES}/instances/${FIRST}`, {
      accept: 'application/dicom',
    });
    expect(plain.headers.get('content-type')).toBe('application/dicom');
    expect(Buffer.compare(Buffer.from(await plain.arrayBuffer()), original)).toBe(0);
  });

  test('gives the attributes without the pixels, at every level', async () => {
    const [metadata] = await ask('retrieveStudyMetadata', { studyInstanceUID: STUDY });
    expect(metadata).toMatchObject({
      '00080018': { vr: 'UI', Value: [FIRST] },
      '00280010': { vr: 'US', Value: [128] },
      '00280030': { vr: 'DS', Value: [expect.any(Number), expect.any(Number)] },
    });
    expect(metadata).not.toHaveProperty('7FE00010');
    expect(await ask('retrieveSeriesMetadata', one)).toHaveLength(3);
    expect(await ask('retrieveInstanceMetadata', one)).toMatchObject([metadata]);
  });

  test('gives a picture, once it is made', async () => {
    await vault.services.processing.whenIdle();
    const thumbnail = await get(`/studies/${STUDY}/series/${SERIES}/instances/${FIRST}/thumbnail`);
    expect(thumbnail.headers.get('content-type')).toBe('image/webp');
    expect(
      Buffer.from(await thumbnail.arrayBuffer())
        .subarray(8, 12)
        .toString(),
    ).toBe('WEBP');
  });

  test('answers 404 for what is not there, 401 without a session, 422 for what is no UID', async () => {
    expect((await get('/studies/1.2.3')).status).toBe(404);
    expect((await get('/studies/not-a-uid')).status).toBe(422);
    expect((await fetch(`${base}/studies`)).status).toBe(401);
  });
});

test('the audit log tells what was queried and what left, by operation and group', async () => {
  await get(`/studies/${STUDY}`);
  await get('/studies?PatientName=Moreau');
  await expect
    .poll(async () => (await client.audit.list().toArray({ limit: 50 })).map((entry) => entry.operation))
    .toEqual(
      expect.arrayContaining(['getStudy', 'queryStudies', 'getStudyMetadata', 'getInstanceThumbnail']),
    );
  const told = await client.audit.list().toArray({ limit: 50 });
  const { principal_id } = (await client.session.get()).principal;
  expect(told.find(({ operation }) => operation === 'getStudy')).toMatchObject({
    kind: 'node_read',
    by: { principal_id },
    object_type: 'node',
    object_id: base.split('/').at(-1),
  });
  const queried = told.find(({ kind, operation }) => kind !== 'refused' && operation === 'queryStudies');
  expect(queried).toMatchObject({ kind: 'nodes_listed' });
  expect(JSON.stringify(told)).not.toContain('Moreau');
});

describe('metadata of an instance with more attributes than anybody has', () => {
  const MANY = '1.2.826.0.1.3680043.10.98.7';

  function instanceWith(study: string, attributes: number): ArrayBuffer {
    const sop_class_uid = '1.2.840.10008.5.1.4.1.1.7';
    const instance_uid = `${study}.1.1`;
    const empty = element(0x00211001, 'LO', '');
    return concatBytes([
      part10Head({ sop_class_uid, instance_uid, transfer_syntax_uid: '1.2.840.10008.1.2.1', source_ae: '' }),
      element(0x00080016, 'UI', sop_class_uid),
      element(0x00080018, 'UI', instance_uid),
      element(0x0020000d, 'UI', study),
      element(0x0020000e, 'UI', `${study}.1`),
      Buffer.alloc(attributes * empty.length, empty),
      element(0x00280010, 'US', Uint8Array.of(128, 0)),
    ]).buffer;
  }

  test('is refused where they are beyond all use, and whole below that', async () => {
    const datasets = [instanceWith(`${MANY}.1`, 500_000), instanceWith(`${MANY}.2`, 50_000)];
    await ask('storeInstances', { datasets });
    const refused = await get(`/studies/${MANY}.1/metadata`);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ error: { code: 'invalid_request' } });
    const [whole] = await ask('retrieveStudyMetadata', { studyInstanceUID: `${MANY}.2` });
    expect(whole).toMatchObject({ '00280010': { vr: 'US', Value: [128] }, '00211001': { vr: 'LO' } });
  });
});
