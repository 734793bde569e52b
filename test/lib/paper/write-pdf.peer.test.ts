/** Writes reports as PDF/A and reads them back with Poppler's pdftotext and pdfinfo, and qpdf. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { PrincipalId, VersionId } from '#contract/ids.ts';
import { PAGE } from '#paper/pdf/canvas.ts';
import { type PaperPicture, pictureKey } from '#paper/pdf/figure-picture.ts';
import { type PaperContent, writePdf } from '#paper/pdf/write-pdf.ts';
import { textOfHtml } from '#report/plain-text.ts';
import { parsePictureMeta } from '#report/state/picture-meta.ts';
import { needs } from '#test/support/left-out.ts';

const READERS = needs('pdftotext', 'pdfimages', 'qpdf');
/** Folder to keep the PDF for veraPDF, which the workflow runs. */
const kept = process.env['SRVAULT_KEEP_PDF'];
const folder = kept ?? mkdtempSync(join(tmpdir(), 'srvault-pdf-'));
mkdirSync(folder, { recursive: true });
afterAll(() => {
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
});

const TABLE =
  '<table><tbody><tr><th>Target lesion</th><th>Baseline mm</th><th>Change, %</th></tr>' +
  '<tr><td>Nodule, right upper lobe</td><td>18</td><td>−38.9</td></tr>' +
  '<tr><td>Sum of diameters</td><td>47</td><td>−34.0</td></tr></tbody></table>';
const HTML =
  '<h2>Findings</h2><p>Liver <strong>14 cm</strong> &lt; 15, Größe ≤ 3 µm → <em>fi</em>, αβγ, Привет.</p>' +
  `${TABLE}<ul><li>one<ul><li>nested</li></ul></li><li>two</li></ul><ol start="4"><li>four</li></ol>` +
  '<blockquote>Quoted</blockquote><hr><h2>Impression</h2><p><u>No</u> new <s>old</s> <mark>lesion</mark>.</p>';

function content(html: string, more: Partial<PaperContent['facts']> = {}): PaperContent {
  const report = { status: 'final', signed_by: 'Dr A. Roe', signed_at: '2026-05-12T15:12:00.000Z' };
  return {
    html,
    locale: { language: 'en', time_zone: 'UTC' },
    workspace_hash: createHash('sha256').update('workspace').digest(),
    facts: {
      vault_name: 'Northgate Imaging',
      record: {
        title: 'CT chest',
        modality: 'CT',
        exam_date: '2026-05-12T09:40:00.000Z',
        custom_attributes: { accession_number: 'A-20931', report },
      },
      patient: {
        name: 'Kastellan, Mirela',
        birth_date: '1961-03-14T00:00:00.000Z',
        biological_sex: 'female',
        identifiers: [{ type: 'MRN', value: '00482-117' }],
      },
      version: {
        version_id: '0197b2d9-51c0-7e11-a3f4-6d20c1b9e8aa' as VersionId,
        seq: 4,
        created_at: '2026-05-12T11:52:00.000Z',
        created_by: {
          principal_id: '0197b2d9-51c0-7e11-a3f4-6d20c1b9e8ab' as PrincipalId,
          display_name: 'Dr A. Roe',
        },
        sha256: '9c4107be2f6d18a3'.repeat(4),
      },
      seq: 4,
      is_draft: false,
      prepared_by: 'Dr A. Roe',
      signatures: [],
      ...more,
    },
  };
}

let written = 0;

function stored(pdf: Uint8Array): string {
  written += 1;
  const file = join(folder, `report-${written}.pdf`);
  writeFileSync(file, pdf);
  return file;
}

const read = (command: string, ...args: string[]) => execFileSync(command, args, { encoding: 'utf8' });

/** Returns the text between head and foot of each page, without white space. */
function bodyText(file: string): string {
  const [top, height] = [PAGE.top + 20, PAGE.height - 2 * PAGE.top - 66].map((points) =>
    String(Math.round(points)),
  );
  const crop = ['-x', '0', '-y', top ?? '', '-W', '596', '-H', height ?? '', '-r', '72'];
  return bare(read('pdftotext', '-raw', '-nopgbrk', ...crop, file, '-'));
}

const bare = (text: string) => text.replaceAll(/\s/g, '');

describe('writePdf', READERS, () => {
  test('the text between head and foot is the report’s, in its order; list marks are the only addition', async () => {
    const file = stored(await writePdf(content(HTML)));
    const expected = bare(textOfHtml(HTML)).replace('onenestedtwofour', '•one•nested•two4.four');
    expect(bodyText(file)).toContain(expected);
  });

  test.each([
    ['es', ['Paciente', 'Nacimiento', 'Número de acceso', 'Final', 'Página 1 de 1', 'mujer', 'a las 11:52']],
    ['fr', ['Naissance', 'Numéro d’accès', 'Définitif', 'Page 1 sur 1', 'féminin', 'à 11:52']],
    ['pt', ['Nascimento', 'Número de acesso', 'Final', 'Página 1 de 1', 'feminino', 'às 11:52']],
  ] as const)('in %s its words are of that language', async (language, words) => {
    const locale = { language, time_zone: 'UTC' };
    const text = read('pdftotext', '-raw', stored(await writePdf({ ...content(HTML), locale })), '-');
    const told = text.replaceAll(/\s+/g, ' ');
    for (const word of words) expect(told).toContain(word);
    for (const english of ['Born', 'Performed', 'Accession', 'Page 1 of', 'female', 'Prepared by', 'seal '])
      expect(told).not.toContain(english);
  });

  test('long reports are cut into pages, losing nothing; each names patient, version, seal and its number', async () => {
    const long = Array.from(
      { length: 40 },
      (_, at) => `<h2>Part ${at}</h2><p>${`Word${at} `.repeat(60)}</p>`,
    );
    const file = stored(await writePdf(content(long.join(''))));
    const pages = Number(/Pages:\s+(\d+)/.exec(read('pdfinfo', file))?.[1]);
    expect(pages).toBeGreaterThan(3);
    expect(bodyText(file)).toContain(bare(textOfHtml(long.join(''))));
    const whole = read('pdftotext', '-layout', file, '-');
    for (let page = 1; page <= pages; page += 1) expect(whole).toContain(`Page ${page} of ${pages}`);
    expect(whole.match(/0197b2d9-51c0-7e11-a3f4-6d20c1b9e8aa, seal 9c41 07be 2f6d 18a3/g)).toHaveLength(
      pages,
    );
    expect(whole.match(/Kastellan, Mirela, 14 Mar 1961, MRN 00482-117/g)).toHaveLength(2 * pages - 1);
  });

  const lines = (count: number, word: string) =>
    Array.from({ length: count }, (_, at) => `<p>${word} ${at}.</p>`).join('');
  const CRITICAL = 'Critical result: Embolus. Told Dr Stand by telephone, 12 May 2026 09:10; read back.';
  const pagesOf = (file: string) =>
    read('pdftotext', '-layout', file, '-')
      .split('\f')
      .filter((page) => page.trim() !== '');

  test.each([
    ['half a page', 22],
    ['most of a page', 30],
  ])('an impression of %s with its critical result stays on one page', async (_, count) => {
    for (const filling of [10, 30]) {
      const html = `<h2>Findings</h2>${lines(filling, 'Finding')}<h2>Impression</h2>${lines(count, 'Point')}<p>${CRITICAL}</p>`;
      const pages = pagesOf(stored(await writePdf(content(html))));
      const withPoints = pages.filter((page) => page.includes('Point 0.'));
      expect(withPoints).toHaveLength(1);
      expect(withPoints[0]).toContain(`Point ${count - 1}.`);
      expect(withPoints[0]).toContain('Critical result: Embolus.');
    }
  });

  test('a critical result is never first on a page, nor alone with the signature', async () => {
    for (const count of [38, 40, 42, 44, 46]) {
      const html = `<h2>Impression</h2>${lines(count, 'Point')}<p>${CRITICAL}</p>`;
      const pages = pagesOf(stored(await writePdf(content(html))));
      const page = pages.find((one) => one.includes('Critical result: Embolus.'));
      expect(page, `${count} points`).toContain(`Point ${count - 1}.`);
    }
  });

  test('a page says that more follows, and where an addendum starts', async () => {
    const html = `<h2>Findings</h2>${lines(50, 'Finding')}`;
    const [plain] = pagesOf(stored(await writePdf(content(html))));
    expect(plain).toContain('Page 1 of 2 – continued on page 2');
    const added = `${html}<h2>Addendum, 13 May 2026 10:00, Dr A. Roe</h2><p>Seen again.</p>`;
    const [first, second] = pagesOf(stored(await writePdf(content(added))));
    expect(first).toContain('Page 1 of 2 – addendum on page 2');
    expect(second).toMatch(/Page 2 of 2\s*$/m);
    expect(pagesOf(stored(await writePdf(content('<p>Short.</p>'))))[0]).toMatch(/Page 1 of 1\s*$/m);
  });

  test('head and end say who, what and by whom; what is not signed says so across each page', async () => {
    const signed = read('pdftotext', '-layout', stored(await writePdf(content(HTML))), '-');
    for (const fact of ['Northgate Imaging', '14 March 1961, 65 y, female', 'A-20931', 'Final, version 4'])
      expect(signed).toContain(fact);
    expect(signed).toContain('Dr A. Roe, 12 May 2026 15:12 UTC');
    expect(signed).not.toContain('PRELIMINARY');
    const { record } = content('').facts;
    const open = { ...record, custom_attributes: { report: { status: 'preliminary' } } };
    const german = {
      ...content(HTML, { record: open }),
      locale: { language: 'de', time_zone: 'Europe/Berlin' },
    } as const;
    const preliminary = read('pdftotext', '-raw', stored(await writePdf(german)), '-');
    expect(preliminary).toContain('VORLÄUFIG');
    expect(preliminary).toContain('Vorläufig, noch nicht signiert');
  });

  test('is tagged PDF/A-2a with every typeface embedded, and whole to qpdf', async () => {
    const pdf = await writePdf(content(HTML));
    const file = stored(pdf);
    expect(read('qpdf', '--check', file)).toContain('No syntax or stream encoding errors');
    expect(read('pdfinfo', file)).toMatch(/Tagged:\s+yes/);
    expect(read('pdfinfo', '-meta', file)).toMatch(/pdfaid:part>2<[\s\S]*pdfaid:conformance>A</);
    const structure = read('pdfinfo', '-struct', file);
    for (const tag of ['H2', 'Table', 'TH', 'LBody', 'BlockQuote']) expect(structure).toContain(tag);
    const fonts = read('pdffonts', file).trim().split('\n').slice(2);
    expect(fonts.every((line) => / yes yes yes /.test(line))).toBe(true);
  });

  test('a character no typeface has is seen as missing, and copied out as itself', async () => {
    const file = stored(await writePdf(content('<p>Name 中村 here</p>')));
    expect(bodyText(file)).toContain('Name中村here');
    expect(Buffer.from(await writePdf(content('<p>x</p>'))).includes('.notdef')).toBe(false);
  });

  test('rows that cells span, rows higher than a page and words wider than one keep their text', async () => {
    const odd =
      '<table><tbody><tr><td rowspan="2">tall</td><td>b</td></tr><tr><td>c</td></tr>' +
      `<tr><td colspan="2">${'endless '.repeat(900)}</td></tr></tbody></table><p>${'W'.repeat(400)}</p>`;
    const text = bodyText(stored(await writePdf(content(odd))));
    expect(text).toContain('tall');
    expect(text.match(/endless/g)).toHaveLength(900);
    expect(text).toContain('W'.repeat(400));
  });

  test('the head of a table stands again on its next page', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => `<tr><td>row ${at}</td><td>${at}</td></tr>`);
    const table = `<table><tbody><tr><th>Lesion</th><th>mm</th></tr>${rows.join('')}</tbody></table>`;
    const text = read('pdftotext', stored(await writePdf(content(table))), '-');
    expect(text.match(/Lesion/g)?.length).toBeGreaterThan(1);
  });
});

test('the same content gives the same bytes', async () => {
  const [one, two] = await Promise.all([writePdf(content(HTML)), writePdf(content(HTML))]);
  expect(Buffer.compare(one, two)).toBe(0);
});

describe('a key image', () => {
  const picture: PaperPicture = {
    name: 'Picture (CT)',
    columns: 128,
    rows: 64,
    channels: 1,
    data: Uint8Array.from({ length: 128 * 64 }, (_, at) => (at % 128) * 2),
    pixel_aspect: 2,
    marks: [
      { kind: 'length', points: [at(0.1, 0.2), at(0.6, 0.2)], lines: ['31.4 mm'] },
      { kind: 'ellipse', points: [at(0.2, 0.4), at(0.5, 0.8)], lines: ['40 ± 12 HU', '3.1 cm²'] },
      { kind: 'angle', points: [at(0.6, 0.9), at(0.7, 0.6), at(0.9, 0.9)], lines: ['61.0°'] },
      { kind: 'arrow', points: [at(0.95, 0.1), at(0.8, 0.3)], lines: [] },
    ],
  };
  const meta = parsePictureMeta({ node_id: '0197b2d9-51c0-7e11-a3f4-6d20c1b9e8ac', frame: 1, window: null });
  const figure = `<p>Before.</p><figure data-picture="${meta.node_id}">Series 4, image 2</figure><p>After.</p>`;

  test('stands above its caption with what was measured, and is told aloud', READERS, async () => {
    const plain = await writePdf(content(figure));
    const pdf = await writePdf({ ...content(figure), pictures: new Map([[pictureKey(meta), picture]]) });
    const file = stored(pdf);
    expect(read('qpdf', '--check', file)).toContain('No syntax or stream encoding errors');
    expect(read('pdfimages', '-list', file)).toMatch(/image +128 +64 +gray +1 +8/);
    const text = read('pdftotext', '-raw', file, '-');
    expect(text).toMatch(/Before\.[\s\S]*31\.4 mm[\s\S]*40 ± 12 HU[\s\S]*Series 4, image 2[\s\S]*After\./);
    const structure = read('pdfinfo', '-struct-text', file);
    expect(structure).toMatch(/Figure[\s\S]*Series 4, image 2/);
    expect(Buffer.from(pdf).includes('/Alt')).toBe(true);
    expect(pdf.length).toBeGreaterThan(plain.length);
    expect(read('pdftotext', '-raw', stored(plain), '-')).not.toContain('31.4 mm');
  });

  test('that is missing says why below its caption', READERS, async () => {
    const missing = 'Picture not shown: its file is damaged.';
    const pdf = await writePdf({ ...content(figure), pictures: new Map([[pictureKey(meta), { missing }]]) });
    const file = stored(pdf);
    expect(read('qpdf', '--check', file)).toContain('No syntax or stream encoding errors');
    expect(read('pdftotext', '-raw', file, '-')).toContain(`Series 4, image 2\n${missing}\nAfter.`);
  });

  test('is the same bytes each time', async () => {
    const write = () => writePdf({ ...content(figure), pictures: new Map([[pictureKey(meta), picture]]) });
    expect(Buffer.compare(Buffer.from(await write()), Buffer.from(await write()))).toBe(0);
  });
});

function at(x: number, y: number) {
  return { x, y };
}
