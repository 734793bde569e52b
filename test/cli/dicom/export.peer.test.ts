/** `srvault export dicom` as a process: the unchanged files are read back by DCMTK and other programs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { JsonObject } from '#contract/documents/records.ts';
import type { DicomInstance } from '#contract/drives/dicom.ts';
import { pixelValueAt } from '#dicom/picture/pixel-values.ts';
import { withAnnotation } from '#records/studies/image-annotations.ts';
import type { VaultClient } from '#sdk/client.ts';
import { zipOf } from '#sdk/index.ts';
import { documentOf, srvault } from '#test/cli/run-srvault.ts';
import { requirePeer, runPeer } from '#test/support/dicom/peer.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

const SAMPLES = join(import.meta.dirname, '..', '..', 'fixtures', 'dicom');
const FILES = [
  ...['17106', '17136', '17166', '17196'].map((name) => join('dicomdir', '77654033', 'CT2', name)),
  ...['6154', '6278'].map((name, at) => join('dicomdir', '77654033', at === 0 ? 'CR1' : 'CR3', name)),
].map((name) => join(SAMPLES, name));

const READ_WITHIN_MS = 240_000;

let vault: LiveVault;
let client: VaultClient;
let examIds: readonly string[];
/** Exam of the CT, and its pictures. */
let exam: string;
let pictures: readonly DicomInstance[];

const run = (...args: string[]) => srvault([...args, '--json'], { env: { SRVAULT_PROFILE: vault.profile } });
const out = (name: string) => join(vault.root, name);
const originals = () => FILES.map((file) => readFileSync(file).toString('latin1')).sort();

beforeAll(async () => {
  vault = await startLiveVault();
  client = vault.connect();
  const imported = documentOf(await run('import', 'dicom', ...FILES));
  examIds = imported.exam_ids;
  for (const id of examIds) {
    const { items } = await vi.waitFor(async () => {
      const list = await client.drive(vault.group).series(id);
      if (list.waiting > 0) throw new Error('Headers are still being read.');
      return list;
    }, READ_WITHIN_MS);
    if (items.some(({ modality }) => modality === 'CT')) {
      exam = id;
      pictures = items.flatMap(({ instances }) => instances);
    }
  }
  const mark = (at: number, kind: 'length' | 'angle' | 'ellipse', points: [number, number][]) => ({
    mark_id: `0197a0c2-5b1e-7c3d-8f60-2a4b6c8d0e0${at}`,
    node_id: pictures[at]?.node_id ?? '',
    frame: 1,
    kind,
    points: points.map(([x, y]) => ({ x, y })),
    made_by: 'Dr Jörg Lindt',
    made_at: '2026-05-12T09:41:00.000Z',
  });
  const marks = [
    mark(0, 'length', [
      [2, 3],
      [12, 3],
    ]),
    mark(1, 'angle', [
      [2, 2],
      [8, 8],
      [14, 2],
    ]),
    mark(2, 'ellipse', [
      [2, 4],
      [14, 10],
    ]),
  ];
  await client.exams.edit(exam, (record) => ({
    ...record,
    report_lexical: null,
    report_html: `<figure data-picture="${pictures[3]?.node_id}">Shown</figure>`,
    custom_attributes: marks.reduce<JsonObject | null>(withAnnotation, record.custom_attributes),
  }));
});
afterAll(() => vault.close());

describe('srvault export dicom', () => {
  test('writes the files byte by byte, and a DICOMDIR that names each of them', async (context) => {
    requirePeer(context, 'dcmdump', 'dcmtk');
    const media = out('media');
    const done = await run('export', 'dicom', '--exam', exam, '--out', media);
    expect(done).toMatchObject({ exitCode: 0 });
    expect(documentOf(done)).toMatchObject({ images: 4, key_objects: 1, measurement_reports: 1, waiting: 0 });
    const names = readdirSync(media, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const kept = names.map((name) => readFileSync(name).toString('latin1'));
    expect(pictures.length).toBeGreaterThan(3);
    expect(kept.filter((bytes) => originals().includes(bytes))).toHaveLength(pictures.length);

    const directory = await runPeer('dcmdump', ['+L', '-M', join(media, 'DICOMDIR')]);
    expect(directory).toMatchObject({ code: 0 });
    const types = [...directory.output.matchAll(/\(0004,1430\) CS \[([^\]]+)\]/g)].map(([, type]) =>
      type?.trim(),
    );
    expect(types).toEqual([
      ...['PATIENT', 'STUDY', ...types.filter((type) => type === 'SERIES' || type === 'IMAGE').slice(0, -2)],
      ...['SERIES', 'KEY OBJECT DOC', 'SERIES', 'SR DOCUMENT'],
    ]);
    expect(directory.output).not.toMatch(/^[EW]: /m);
    const back = documentOf(
      await srvault(['import', 'dicom', join(media, 'DICOMDIR'), '--dry-run', '--json']),
    );
    expect(back).toMatchObject({ files: { read: names.length - 1, broken: 0 }, failures: [] });
  });

  test('marks and key images are a key object selection and a measurement report, as DCMTK reads them', async (context) => {
    requirePeer(context, 'dsrdump', 'dcmtk');
    const folder = join(out('media'), 'DICOM', 'E0000001');
    const keys = await runPeer('dsrdump', [join(folder, 'KO0001')]);
    expect(keys).toMatchObject({ code: 0 });
    expect(keys.output).toContain('Of Interest');
    expect(keys.output.match(/contains IMAGE/g)).toHaveLength(4);
    const report = await runPeer('dsrdump', ['+U8', join(folder, 'SR0001')]);
    expect(report).toMatchObject({ code: 0 });
    expect(report.output).toContain('Lindt^Dr Jörg');
    const [, across = 0] = pictures[0]?.header.pixel_spacing ?? [];
    expect(report.output).toContain(`"${Number((10 * across).toPrecision(6))}" (mm,UCUM,"millimeter")`);
    expect(report.output).toContain('"90" (deg,UCUM,"degree")');
    expect(report.output).toMatch(/NUM:\(,,\\?"Area\\?"\)="[\d.]+" \(mm2,UCUM/);
    expect(report.output.match(/SCOORD:/g)).toHaveLength(3);
    // Expected values, computed from the pixels whose centres are inside the ellipse.
    const frame = await client.drive(vault.group).frame(pictures[2]?.node_id ?? '', 1);
    const inside = [...frame.data.keys()].flatMap((at) => {
      const [x, y] = [at % frame.columns, Math.floor(at / frame.columns)];
      const isIn = ((x + 0.5 - 8) / 6) ** 2 + ((y + 0.5 - 7) / 3) ** 2 <= 1;
      return y < frame.rows && isIn ? [pixelValueAt(frame, x, y) ?? 0] : [];
    });
    const mean = inside.reduce((sum, shade) => sum + shade, 0) / inside.length;
    const squares = inside.reduce((sum, shade) => sum + (shade - mean) ** 2, 0) / inside.length;
    const hounsfield = (value: number) =>
      `"${Number(value.toPrecision(6))}" ([hnsf'U],UCUM,"Hounsfield unit")`;
    expect(report.output).toContain(hounsfield(mean));
    expect(report.output).toContain(hounsfield(Math.sqrt(squares)));
    expect(report.output).toContain('"Image Region"');
    expect(report.output.match(/"Derivation"/g)).toHaveLength(2);
  });

  test.for(['DICOMDIR', 'DICOM/E0000001/KO0001', 'DICOM/E0000001/SR0001'])(
    '%s holds against the standard, as dciodvfy knows it',
    async (name, context) => {
      requirePeer(context, 'dciodvfy', 'dicom3tools');
      const { output } = await runPeer('dciodvfy', [join(out('media'), ...name.split('/'))]);
      expect(output.split('\n').filter((line) => line.startsWith('Error'))).toEqual([]);
    },
  );

  test('the same exam again gives the same bytes; a folder with something in it is left alone', async () => {
    const again = out('again');
    expect(await run('export', 'dicom', '--exam', exam, '--out', again)).toMatchObject({ exitCode: 0 });
    for (const name of ['DICOMDIR', 'DICOM/E0000001/KO0001', 'DICOM/E0000001/SR0001'])
      expect(readFileSync(join(again, name)).equals(readFileSync(join(out('media'), name)))).toBe(true);
    expect(await run('export', 'dicom', '--exam', exam, '--out', again)).toMatchObject({ exitCode: 2 });
    expect(await run('export', 'dicom', '--out', out('none'))).toMatchObject({ exitCode: 2 });
  });

  test('a patient’s exams become one zip, as its reader finds them', async (context) => {
    requirePeer(context, 'unzip', 'unzip');
    const patient = await client.patients.create({
      security_group_id: vault.group,
      record: { legal_name: 'Moreau, Ada' },
    });
    for (const id of examIds) await client.exams.setPatient(id, { patient_id: patient.index.document_id });
    const zip = out('all.zip');
    const done = await run('export', 'dicom', '--patient', patient.index.document_id, '--out', zip);
    expect(documentOf(done)).toMatchObject({ images: FILES.length, key_objects: 1, measurement_reports: 1 });
    expect(await runPeer('unzip', ['-q', zip, '-d', out('unzipped')])).toMatchObject({ code: 0 });
    const kept = readdirSync(out('unzipped'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'));
    expect(kept).toHaveLength(FILES.length + 3);
    expect(kept.filter((bytes) => originals().includes(bytes)).sort()).toEqual(originals());
  });

  test('the SDK gives the same files, one by one or as a zip', async () => {
    const media = await client.exchange.dicom([exam]);
    expect(media).toMatchObject({ images: pictures.length, key_objects: 1, waiting: 0 });
    expect(media.files.at(-1)?.path).toEqual(['DICOMDIR']);
    let bytes = 0;
    for await (const piece of zipOf(media.files.slice(-1))) bytes += piece.length;
    expect(bytes).toBeGreaterThan(readFileSync(join(out('media'), 'DICOMDIR')).length);
  });
});
