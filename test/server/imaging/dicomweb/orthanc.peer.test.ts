/**
 * Tests DICOM and DICOMweb with Orthanc under this vault's certificates: it sends, queries, fetches, and reads the
 * vault's output.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import dicomParser from 'dicom-parser';
import { afterAll, beforeAll, describe, expect, type TestContext, test, vi } from 'vitest';
import { withAnnotation } from '#records/studies/image-annotations.ts';
import { DICOMWEB_PLUGIN, hasDicomwebPlugin, type Orthanc, startOrthanc } from '#scripts/orthanc.ts';
import { hasPeer, requirePeer } from '#test/support/dicom/peer.ts';
import { type ReceivingVault, startReceivingVault } from '#test/support/dicom/receiving-vault.ts';
import { TAGS, writeStudy } from '#test/support/dicom/study.ts';

const BY_STORE = '1.2.826.0.1.3680043.10.94.1';
const BY_STOW = '1.2.826.0.1.3680043.10.94.2';
const READ_WITHIN_MS = 240_000;

let vault: ReceivingVault;
let orthanc: Orthanc;

beforeAll(async () => {
  if (!hasPeer('Orthanc')) return;
  vault = await startReceivingVault();
  const token = await vault.unlock();
  const pki = (name: string) => join(vault.dataDir, 'pki', name);
  orthanc = await startOrthanc(join(vault.root, 'orthanc'), {
    Plugins: hasDicomwebPlugin() ? [DICOMWEB_PLUGIN] : [],
    DicomModalities: { vault: ['SRVAULT', '127.0.0.1', vault.dicomPort] },
    ...{ HttpsVerifyPeers: true, HttpsCACertificates: pki('ca.crt') },
    DicomWeb: {
      Servers: {
        vault: {
          Url: `${vault.server.url}/v1/dicomweb/${vault.group}/`,
          ...{ CertificateFile: pki('desktop.crt'), CertificateKeyFile: pki('desktop.key') },
          HttpHeaders: { authorization: `Bearer ${token}` },
        },
      },
    },
  });
});

afterAll(async () => {
  await orthanc?.stop();
  await vault?.close();
});

function requireOrthanc(context: TestContext): void {
  requirePeer(context, 'Orthanc', 'orthanc');
}

function requireDicomweb(context: TestContext): void {
  requireOrthanc(context);
  if (!hasDicomwebPlugin()) context.skip('Orthanc’s plugin of Debian’s orthanc-dicomweb is not installed');
}

async function call(path: string, body?: object | string | Uint8Array<ArrayBuffer>) {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const answer = await fetch(orthanc.url + path, {
    ...(body === undefined ? {} : { method: 'POST', body: isRaw ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}

const takeIn = (file: string) => call('/instances', Uint8Array.from(readFileSync(file)));
/** Returns Orthanc's own id of a study. */
async function studyIn(study: string): Promise<string | undefined> {
  const [found] = await call('/tools/lookup', study);
  return found?.ID;
}

async function filesOf(study: string) {
  await vault.server.services.filing.whenIdle();
  const drive = vault.client.drive(vault.group);
  const exams = await vault.client.exams.list({ security_group_id: vault.group }).toArray({ limit: 100 });
  const nodes = await Promise.all(
    exams.map(({ index }) => drive.list({ exam_id: index.document_id }).toArray({ limit: 100 })),
  );
  return nodes.flat().filter(({ kind, name }) => kind === 'file' && name?.startsWith(study));
}

describe('Orthanc sends', () => {
  test('by C-STORE, and the study becomes an exam of the vault', async (context) => {
    requireOrthanc(context);
    const sent = writeStudy(join(vault.root, 'store'), BY_STORE, 3, { [TAGS.patient_name]: 'Moreau^Ada' });
    for (const file of sent) await takeIn(file);
    const done = await call('/modalities/vault/store', {
      ...{ Resources: [await studyIn(BY_STORE)], Synchronous: true },
    });
    expect(done).toMatchObject({ InstancesCount: 3, FailedInstancesCount: 0 });
    const files = await filesOf(BY_STORE);
    expect(files).toHaveLength(3);
    for (const { node_id, name } of files) {
      const content = await vault.client.drive(vault.group).download(node_id);
      const number = /\.1\.(\d+)\.dcm$/.exec(name ?? '')?.[1];
      const original = readFileSync(join(vault.root, 'store', `${number}.dcm`));
      expect(pixelsOf(Buffer.from(await content.bytes()))).toEqual(pixelsOf(original));
    }
  });

  test('by STOW-RS under mutual TLS, and every instance is filed when it answers', async (context) => {
    requireDicomweb(context);
    const sent = writeStudy(join(vault.root, 'stow'), BY_STOW, 3, { [TAGS.patient_name]: 'Lindt^Ben' });
    for (const file of sent) await takeIn(file);
    await call('/dicom-web/servers/vault/stow', { Resources: [await studyIn(BY_STOW)], Synchronous: true });
    expect(await filesOf(BY_STOW)).toHaveLength(3);
  });
});

describe('Orthanc reads', () => {
  test('by QIDO-RS: studies, and the instances of one', async (context) => {
    requireDicomweb(context);
    const find = (Uri: string, Arguments: object) =>
      call('/dicom-web/servers/vault/qido', { Uri, Arguments });
    const studies = await find('/studies', { PatientName: 'Lindt*' });
    expect(studies).toHaveLength(1);
    expect(JSON.stringify(studies)).toContain(BY_STOW);
    const instances = await find(`/studies/${BY_STOW}/instances`, {});
    expect(instances).toHaveLength(3);
    expect(await find('/studies', { PatientName: 'Nobody' })).toEqual([]);
  });

  test('by WADO-RS: a study it does not have is there afterwards, sample by sample', async (context) => {
    requireDicomweb(context);
    const before = await studyIn(BY_STOW);
    await fetch(`${orthanc.url}/studies/${before}`, { method: 'DELETE' });
    expect(await studyIn(BY_STOW)).toBeUndefined();
    await call('/dicom-web/servers/vault/retrieve', {
      ...{ Resources: [{ Study: BY_STOW }], Synchronous: true },
    });
    const instances = await call(`/studies/${await studyIn(BY_STOW)}/instances`);
    expect(instances).toHaveLength(3);
    for (const { ID, MainDicomTags } of instances) {
      const answer = await fetch(`${orthanc.url}/instances/${ID}/file`);
      const number = String(MainDicomTags.SOPInstanceUID).split('.').at(-1);
      const original = readFileSync(join(vault.root, 'stow', `${number}.dcm`));
      expect(pixelsOf(Buffer.from(await answer.arrayBuffer()))).toEqual(pixelsOf(original));
    }
  });

  test('what an exam gives as DICOM media: its files, key objects and measurements', async (context) => {
    requireOrthanc(context);
    const { client, group } = vault;
    const [node] = await filesOf(BY_STORE);
    const exam = node?.exam_id ?? '';
    await vi.waitFor(
      async () => expect((await client.drive(group).series(exam)).waiting).toBe(0),
      READ_WITHIN_MS,
    );
    const mark = {
      ...{ mark_id: '0197a0c2-5b1e-7c3d-8f60-2a4b6c8d0e01', node_id: node?.node_id ?? '', frame: 1 },
      ...{ kind: 'ellipse' as const, made_by: 'Dr Jörg Lindt', made_at: '2026-05-12T09:41:00.000Z' },
      points: [
        { x: 20, y: 20 },
        { x: 60, y: 44 },
      ],
    };
    await client.exams.edit(exam, (record) => ({
      ...record,
      custom_attributes: withAnnotation(record.custom_attributes, mark),
    }));
    await fetch(`${orthanc.url}/studies/${await studyIn(BY_STORE)}`, { method: 'DELETE' });
    const media = await client.exchange.dicom([exam]);
    const folder = join(vault.root, 'media');
    mkdirSync(folder);
    for (const [at, { path, content }] of media.files.entries()) {
      if (path.includes('DICOMDIR')) continue;
      const file = join(folder, String(at));
      const chunks: Uint8Array[] = [];
      for await (const chunk of content()) chunks.push(chunk);
      writeFileSync(file, Buffer.concat(chunks));
      expect(await takeIn(file)).toMatchObject({ Status: 'Success' });
    }
    const series = await call(`/studies/${await studyIn(BY_STORE)}/series`);
    const kinds = series.map((each: { MainDicomTags: { Modality: string } }) => each.MainDicomTags.Modality);
    expect(kinds.sort()).toEqual(['CT', 'KO', 'SR']);
    const report = series.find(
      (each: { MainDicomTags: { Modality: string } }) => each.MainDicomTags.Modality === 'SR',
    );
    const tags = await call(`/instances/${report.Instances[0]}/simplified-tags`);
    expect(tags.ConceptNameCodeSequence).toMatchObject([{ CodeMeaning: 'Imaging Measurement Report' }]);
    expect(JSON.stringify(tags.ContentSequence)).toContain('Lindt^Dr Jörg');
  });
});

/** Returns the pixel data, whatever a program changes around it. */
function pixelsOf(file: Buffer): string {
  const { x7fe00010: pixels } = dicomParser.parseDicom(file).elements;
  const start = pixels?.dataOffset ?? 0;
  return createHash('sha256')
    .update(file.subarray(start, start + (pixels?.length ?? 0)))
    .digest('hex');
}
