import { describe, expect, test } from 'vitest';
import { htmlForReaders } from '#report/for-readers.ts';
import { textOfHtml } from '#report/plain-text.ts';

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

  test('a cell of a table keeps its place', () => {
    const html = `<table><tbody><tr><td><p>Skull</p></td><td><p>${field('')}</p></td></tr></tbody></table>`;
    expect(htmlForReaders(html, draft)).toBe(
      '<table><tbody><tr><td>Skull</td><td></td></tr></tbody></table>',
    );
  });

  test('a report without fields is the same to the byte', () => {
    const html = '<h2>Findings</h2><p>Lungs <strong>clear</strong>.</p><ul><li>A</li></ul>';
    expect(htmlForReaders(html, draft)).toBe(html);
  });
});
