/**
 * Tests key images in a report's PDF: imported, measured and printed by the command line, read back by Poppler and
 * qpdf.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { JsonObject } from '#contract/documents/records.ts';
import type { DicomInstance } from '#contract/drives/dicom.ts';
import { withAnnotation } from '#records/studies/image-annotations.ts';
import type { VaultClient } from '#sdk/client.ts';
import { documentOf, srvault } from '#test/cli/run-srvault.ts';
import { decoded } from '#test/server/imaging/processing/pixels/decoded.ts';
import { needs } from '#test/support/left-out.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

const SAMPLES = join(import.meta.dirname, '..', '..', 'fixtures', 'dicom');
const READ_WITHIN_MS = 240_000;
const UNKNOWN = '0197b2d9-51c0-7e11-a3f4-6d20c1b9e8ac';

let vault: LiveVault;
let client: VaultClient;

const run = (...args: string[]) => srvault([...args, '--json'], { env: { SRVAULT_PROFILE: vault.profile } });
const read = (name: string, ...args: string[]) => spawnSync(name, args, { encoding: 'utf8' }).stdout;
const sample = (name: string) => readFileSync(join(SAMPLES, name));

beforeAll(async () => {
  vault = await startLiveVault();
  client = vault.connect();
});
afterAll(() => vault.close());

/** Imports one file as a separate exam. */
async function imported(name: string): Promise<{ exam: string; picture: DicomInstance }> {
  const { exam_ids } = documentOf(await run('import', 'dicom', join(SAMPLES, name)));
  const exam = String(exam_ids[0]);
  return vi.waitFor(async () => {
    const [series] = (await client.drive(vault.group).series(exam)).items;
    const [picture] = series?.instances ?? [];
    if (picture === undefined) throw new Error('Its header is still being read.');
    return { exam, picture };
  }, READ_WITHIN_MS);
}

async function report(exam: string, report_html: string, marks: JsonObject | null = null): Promise<void> {
  await client.exams.edit(exam, (record) => ({
    ...record,
    report_lexical: null,
    report_html,
    custom_attributes: { ...record.custom_attributes, ...marks },
  }));
}

async function printed(exam: string, ...more: string[]): Promise<string> {
  const out = join(vault.root, `${exam}.pdf`);
  rmSync(out, { force: true });
  const done = await run('exams', 'report', exam, '--format', 'pdf', '--out', out, ...more);
  expect(done.exitCode, done.stderr).toBe(0);
  expect(read('qpdf', '--check', out)).toContain('No syntax or stream encoding errors');
  return out;
}

const figure = (node: string, caption: string, more = '') =>
  `<figure data-picture="${node}"${more}>${caption}</figure>`;
const words = (text: string) => text.split(/\s+/).filter(Boolean);

describe('a key image in the PDF of a report', needs('pdftotext', 'pdfimages', 'pdfinfo', 'qpdf'), () => {
  test('is shaded by the VOI table of its file', async () => {
    const { exam, picture } = await imported(join('cases', '04.dcm'));
    await report(exam, figure(picture.node_id, 'Key image'));
    const pdf = await printed(exam);
    const root = pdf.replace(/\.pdf$/, '');
    read('pdfimages', '-png', pdf, root);
    const greys = await sharp(`${root}-000.png`).toColourspace('b-w').raw().toBuffer();
    expect(Array.from(greys)).toEqual(Array.from((await decoded(sample(join('cases', '04.dcm')))).greys));
    expect(greys[1024]).toBe(243);
  });

  test('is the picture with its window and what was measured on it; the text is the report', async () => {
    const { exam, picture } = await imported('CT_small.dcm');
    const mark = (
      at: number,
      kind: 'length' | 'angle' | 'ellipse' | 'arrow',
      points: [number, number][],
    ) => ({
      mark_id: `0197a0c2-5b1e-7c3d-8f60-2a4b6c8d0e0${at}`,
      node_id: picture.node_id,
      frame: 1,
      kind,
      points: points.map(([x, y]) => ({ x, y })),
      made_by: 'Dr Jörg Lindt',
      made_at: '2026-05-12T09:41:00.000Z',
    });
    const line = mark(0, 'length', [
      [20, 40],
      [70, 40],
    ]);
    const ellipse = mark(1, 'ellipse', [
      [30, 60],
      [60, 90],
    ]);
    const arrow = mark(2, 'arrow', [
      [110, 20],
      [90, 30],
    ]);
    const marks = [line, ellipse, arrow].reduce<JsonObject | null>(withAnnotation, null);
    const shown = figure(picture.node_id, 'Series 1, image 1', ' data-picture-window="-40 400"');
    await report(exam, `<h2>Findings</h2><p>A lesion.</p>${shown}<p>No other.</p>`, marks);

    const pdf = await printed(exam);
    expect(read('pdfimages', '-list', pdf)).toMatch(/image +128 +128 +gray +1 +8/);
    const raw = read('pdftotext', '-raw', pdf, '-');
    // 50 pixels of 0.661468 mm.
    const burnt = raw.match(/A lesion\.\n([\s\S]*?)Series 1, image 1\nNo other\./)?.[1] ?? '';
    expect(burnt).toMatch(/^33\.1 mm\n−?\d+ ± \d+ HU\n3\.1 cm²\n$/);
    const plain = documentOf(await run('exams', 'get', exam)).record.report_html.replace(/<[^>]+>/g, ' ');
    expect(words(raw.replace(burnt, '')).join(' ')).toContain(words(plain).join(' '));
    expect(read('pdfinfo', '-struct-text', pdf)).toMatch(/Figure[\s\S]*33\.1 mm[\s\S]*Series 1, image 1/);
    expect(read('pdfinfo', '-struct', pdf)).toMatch(/Figure/);
    const alt = read('qpdf', '--qdf', '--object-streams=disable', pdf, '-');
    const aloud = Buffer.from('Picture (CT); Series 1, image 1; 33.1 mm; ', 'utf16le').swap16();
    expect(alt).toContain(`/Alt <feff${aloud.toString('hex')}`);

    const german = await printed(exam, '--language', 'de');
    expect(read('pdftotext', '-raw', german, '-')).toContain('33,1 mm');
  });

  test('in colour stays in colour', async () => {
    const { exam, picture } = await imported('SC_rgb_jpeg_dcmtk.dcm');
    await report(exam, figure(picture.node_id, 'Colour'));
    expect(read('pdfimages', '-list', await printed(exam))).toMatch(/image +100 +100 +rgb +3 +8/);
  });

  test('that cannot be shown is its caption and the reason, in the language of the paper', async () => {
    const { exam, picture } = await imported('MR_small.dcm');
    const other = await imported('CT_small.dcm');
    const drive = client.drive(vault.group);
    const kept = (name: string, bytes: Uint8Array) => drive.upload(bytes, { exam_id: exam, name });
    const ecg = await kept('ecg.dcm', sample('waveform_ecg.dcm'));
    const cut = await kept('cut.dcm', sample('MR_truncated.dcm'));
    const note = await kept('note.txt', Buffer.from('not a picture'));
    const purged = await kept('purged.dcm', sample('JPEG2000.dcm'));
    const trashed = await kept('trashed.dcm', sample('JPEG2000.dcm'));
    await drive.delete(purged.node_id);
    await drive.purge(purged.node_id);
    await drive.delete(trashed.node_id);
    await report(
      exam,
      [
        figure(UNKNOWN, 'Unknown'),
        figure('no id', 'Hostile'),
        figure(purged.node_id, 'Purged'),
        figure(trashed.node_id, 'Trashed'),
        figure(other.picture.node_id, 'Of another exam'),
        figure(picture.node_id, 'Past the end', ' data-picture-frame="999999"'),
        figure(ecg.node_id, 'Curve'),
        figure(cut.node_id, 'Cut'),
        figure(note.node_id, 'Note'),
        figure(picture.node_id, 'Shown', ' data-picture-window="0 0.01"'),
      ].join(''),
    );
    const pdf = await printed(exam);
    const gone = 'Picture not shown: it is not among the files of this exam.';
    const none = 'Picture not shown: there is none in its file.';
    const text = read('pdftotext', '-raw', pdf, '-');
    for (const [caption, reason] of [
      ...['Unknown', 'Hostile', 'Purged', 'Trashed', 'Of another exam', 'Past the end'].map((c) => [c, gone]),
      ...['Curve', 'Note'].map((c) => [c, none]),
      ['Cut', 'Picture not shown: its file is damaged.'],
    ])
      expect(text).toContain(`${caption}\n${reason}\n`);
    expect(read('pdfimages', '-list', pdf).match(/\d image /g)).toHaveLength(1);
    expect(read('pdftotext', '-raw', await printed(exam, '--language', 'de'), '-')).toContain(
      'Past the end\nBild nicht gezeigt: Es ist nicht unter den Dateien dieser Untersuchung.\n',
    );
  });

  test('whose bytes are gone from the disk says that they are missing', async () => {
    const { exam, picture } = await imported('CT_small.dcm');
    await report(exam, figure(picture.node_id, 'Lost'));
    const lost = readdirSync(join(vault.dataDir), { recursive: true, withFileTypes: true }).find(({ name }) =>
      name.includes(picture.node_id),
    );
    expect(lost).toBeDefined();
    rmSync(join(lost?.parentPath ?? '', lost?.name ?? ''), { recursive: true });
    expect(read('pdftotext', '-raw', await printed(exam), '-')).toContain(
      'Lost\nPicture not shown: the content of its file is missing from the vault.\n',
    );
  });
});
