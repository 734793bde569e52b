import { describe, expect, test } from 'vitest';
import { textOfHtml } from '#report/plain-text.ts';
import { htmlForReaders } from '#report/reader-html.ts';

const draft = { language: 'en', is_signed: false } as const;
const signed = { language: 'en', is_signed: true } as const;

function field(attributes: string, text = '___'): string {
  return `<span data-field="f" data-field-label="Side" data-field-kind="text"${attributes}>${text}</span>`;
}

function read(html: string, reader: Parameters<typeof htmlForReaders>[1] = draft): string {
  return textOfHtml(htmlForReaders(html, reader));
}

describe('htmlForReaders', () => {
  test.each<[html: string, text: string]>([
    [`<p>Skull, fracture: ${field('')}</p><p>Spine normal.</p>`, 'Spine normal.'],
    [`<p>Size ${field('')} mm.</p>`, 'Size mm.'],
    [`<p>Effusion ${field('')}.</p>`, 'Effusion.'],
    [`<ul><li>Skull: ${field('')}</li><li>Spine: normal</li></ul>`, 'Spine: normal'],
    [`<ul><li>Skull: ${field('')}</li></ul><p>End.</p>`, 'End.'],
    [`<p>${field('')}</p>`, ''],
    [`<p>Effusion ${field(' data-field-completion="prohibit"')}.</p>`, 'Effusion [Side: not filled].'],
    [`<p>Effusion ${field(' data-field-completion="alert"')}.</p>`, 'Effusion [Side: not filled].'],
    [`<p>Side: ${field(' data-field-completion="prohibit"')}</p>`, 'Side: [not filled]'],
    [`<p>Inside: ${field(' data-field-completion="prohibit"')}</p>`, 'Inside: [Side: not filled]'],
    [`<p>Heart ${field(' data-field-default="normal"', 'normal')}.</p>`, 'Heart [normal: not confirmed].'],
    [`<p>Heart ${field(' data-field-filled="true"', 'large')}.</p>`, 'Heart large.'],
  ])('%s reads %s', (html, text) => {
    expect(read(html).trim()).toBe(text);
  });

  test('what is signed keeps every word somebody answers for, and no blank', () => {
    const html = `<p>Heart ${field(' data-field-default="normal"', 'normal')}, note ${field('')}.</p>`;
    expect(read(html, signed)).toBe('Heart normal, note.');
  });

  test('says in the language of the report what is open', () => {
    const html = `<p>Seite ${field(' data-field-completion="prohibit"')}.</p>`;
    expect(read(html, { language: 'de', is_signed: false })).toBe('Seite [Side: nicht ausgefüllt].');
  });

  const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td><p>${cell}</p></td>`).join('')}</tr>`;
  const table = (...rows: string[]) => `<table><tbody>${rows.join('')}</tbody></table>`;

  test('a row of a table that is left with its name alone goes, and a cell beside others keeps its place', () => {
    const html = table(row('Organ', 'Finding'), row('Skull', field('')), row('Spine', field(''), 'normal'));
    expect(htmlForReaders(html, draft)).toBe(
      '<table><tbody><tr><td>Organ</td><td>Finding</td></tr><tr><td>Spine</td><td></td><td>normal</td></tr></tbody></table>',
    );
    const alone = table(row('Organ', 'Finding'), row('Skull', field('')));
    expect(htmlForReaders(`${alone}<p>End.</p>`, draft)).toBe('<p>End.</p>');
  });

  test('a heading is left out with all that stood below it, a section never', () => {
    const html = `<h3>Skeleton</h3><p>Side: ${field('')}</p><h3>Liver</h3><p>Normal.</p>`;
    expect(htmlForReaders(html, draft)).toBe('<h3>Liver</h3><p>Normal.</p>');
    const section = `<h2 data-section-code="19005-8">Impression</h2><p>Side: ${field('')}</p>`;
    expect(htmlForReaders(section, draft)).toContain('Impression');
  });

  test('a label without a colon, and the unit behind, go with their field', () => {
    const open = field(' data-field-unit="mm"');
    expect(read(`<p>Side ${open} mm</p><p>End.</p>`)).toBe('End.');
    expect(read(`<p>Lobe ${field(' data-field-filled="true"', 'right')}, side: ${open} mm.</p>`)).toBe(
      'Lobe right.',
    );
    // Words that are no label are a person's.
    expect(read(`<p>Liver normal ${field('')}</p>`)).toBe('Liver normal');
  });

  test('a report without fields is the same to the byte', () => {
    const html = '<h2>Findings</h2><p>Lungs <strong>clear</strong>.</p><ul><li>A</li></ul>';
    expect(htmlForReaders(html, draft)).toBe(html);
  });
});
