/** Writes letters as PDF/A and reads them back with Poppler and qpdf; kept, they are read by veraPDF as well. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { LETTER_WINDOWS, type Letterhead, type LetterWindow } from '#contract/exchange/letter.ts';
import { parsePrincipalId, parseVersionId } from '#contract/ids.ts';
import { encodePng } from '#paper/pdf/png.ts';
import { writePdf } from '#paper/pdf/write-pdf.ts';
import { EMPTY_LETTERHEAD } from '#records/letter/letterhead.ts';
import { needs } from '#test/support/left-out.ts';

const kept = process.env['SRVAULT_KEEP_PDF'];
const folder = kept ?? mkdtempSync(join(tmpdir(), 'srvault-letter-'));
mkdirSync(folder, { recursive: true });
afterAll(() => {
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
});

const ID = '0197b2d9-51c0-7e11-a3f4-6d20c1b9e8aa';
const LOGO = encodePng({
  ...{ name: '', columns: 40, rows: 20, channels: 3, pixel_aspect: 1, marks: [] },
  data: new Uint8Array(40 * 20 * 3).fill(90),
}).toString('base64');
const LETTERHEAD: Letterhead = {
  ...EMPTY_LETTERHEAD,
  name: 'Northgate Imaging',
  address: '4 Harbour Street\nNorthgate NG 20418',
  signature_text: 'With kind regards',
  footer: 'Northgate Imaging Ltd',
  logo: LOGO,
};
const REFERRER = { name: 'Dr M. Stand', institution: 'Northgate Cancer Centre', street: '18 Mill Road' };

async function written(name: string, window: LetterWindow, paragraphs: number): Promise<string> {
  const text = `<h2>Findings</h2>${`<p>${'Liver normal. '.repeat(40)}</p>`.repeat(paragraphs)}`;
  const html = `${text}<h2>Impression</h2><ol><li>First.</li><li>Second.</li></ol>`;
  const bytes = await writePdf({
    html,
    locale: { language: 'en', time_zone: 'UTC' },
    workspace_hash: createHash('sha256').update('workspace').digest(),
    facts: {
      vault_name: 'Northgate Imaging',
      record: {
        title: 'CT chest',
        modality: 'CT',
        exam_date: '2026-05-12T09:40:00.000Z',
        custom_attributes: { report: { status: 'final' }, order: { referrer: REFERRER } },
      },
      patient: { name: 'Kastellan, Mirela', birth_date: '1961-03-14T00:00:00.000Z', identifiers: null },
      version: {
        version_id: parseVersionId(ID),
        seq: 4,
        created_at: '2026-05-12T11:52:00.000Z',
        created_by: { principal_id: parsePrincipalId(ID), display_name: 'Dr A. Roe' },
        sha256: '9c4107be2f6d18a3'.repeat(4),
      },
      seq: 4,
      is_draft: false,
      prepared_by: 'Dr A. Roe',
      signatures: [],
      letter: {
        letterhead: { ...LETTERHEAD, window },
        shows_head: true,
        to: 'referrer',
        patient_address: [],
        text: '',
      },
    },
  });
  const file = join(folder, `${name}.pdf`);
  writeFileSync(file, bytes);
  return file;
}

const read = (command: string, ...args: string[]) => execFileSync(command, args, { encoding: 'utf8' });

/** Millimetres from the sheet's upper edge to the line of a word. */
function heightOf(file: string, word: string): number {
  const boxes = read('pdftotext', '-bbox', '-f', '1', '-l', '1', file, '-');
  const top = new RegExp(`yMin="([\\d.]+)"[^>]*>${word}<`).exec(boxes)?.[1];
  return (Number(top) * 25.4) / 72;
}

describe('a letter as PDF', needs('pdftotext', 'pdfinfo', 'qpdf'), () => {
  test.each(LETTER_WINDOWS)('%s: whole to qpdf, tagged, the subject its first heading', async (window) => {
    const file = await written(`letter-${window}`, window, 1);
    expect(read('qpdf', '--check', file)).toContain('No syntax or stream encoding errors');
    expect(read('pdfinfo', file)).toMatch(/Tagged:\s+yes/);
    expect(read('pdfinfo', '-struct', file)).toMatch(/H1[\s\S]*H2/);
    const size = window === 'us_10' ? '612 x 792' : '595.28 x 841.89';
    expect(read('pdfinfo', file)).toContain(size);
    const text = read('pdftotext', '-layout', file, '-');
    for (const part of ['Dr M. Stand', 'CT chest, 12 May 2026', 'With kind regards', 'Northgate Imaging Ltd'])
      expect(text).toContain(part);
  });

  test('the recipient stands where its window shows it, and the text below the fields of the norm', async () => {
    const places: readonly (readonly [LetterWindow, number, number])[] = [
      ['din_5008_a', 27 + 17.7, 77],
      ['din_5008_b', 45 + 17.7, 95],
      ['us_10', 50.8, 95],
    ];
    for (const [window, recipient, subject] of places) {
      const file = await written(`place-${window}`, window, 1);
      expect(Math.abs(heightOf(file, 'Stand') - recipient)).toBeLessThan(2);
      expect(heightOf(file, 'chest,')).toBeGreaterThanOrEqual(subject - 1);
    }
  });

  test('a signature never stands alone, and head and recipient stand on the first page alone', async () => {
    for (const paragraphs of [3, 4, 5, 6, 7, 8]) {
      const file = await written(`pages-${paragraphs}`, 'din_5008_b', paragraphs);
      const pages = read('pdftotext', '-layout', file, '-').split('\f').filter(Boolean);
      expect(pages.at(-1)).toContain('Second.');
      expect(pages.at(-1)).toContain('With kind regards');
      expect(pages.filter((page) => page.includes('18 Mill Road'))).toHaveLength(1);
      for (const page of pages) expect(page).toContain('Northgate Imaging Ltd');
    }
  });
});
