/**
 * The notation the starter set is written in, and the report HTML it stands for. One line of a template is one of:
 *
 * - `= CT | Title`: a template begins. `# findings`: a section, by its key in `loinc-sections.ts`.
 * - `Label: normal text`: a text with the template's words, which somebody has to confirm.
 * - `Label = one | two`: a choice; the one with `*` is the usual one. `Label & one | two`: several of them.
 * - `Label # mm 1..30`: a number with its unit and what is plausible.
 * - `Label`: a text without words. `!` behind a label: nothing is signed while it is open.
 * - `{…}` within words: the same, without the label before it.
 */

import { escapeAttribute, escapeText } from '#report/html/html-text.ts';
import { FIELD_BLANK, type FieldMeta, fieldAttributes, fieldMeta } from '#report/state/field-meta.ts';
import { SECTIONS, sectionTitle } from '#report/state/section-titles.ts';

interface WrittenTemplate {
  readonly modality: string;
  readonly title: string;
  readonly report_html: string;
}

interface WrittenMacro {
  /** Modality of the template; null for every modality. */
  readonly modality: string | null;
  readonly abbreviation: string;
  readonly report_html: string;
}

const FIELD = /^([^:=#&!]+)(!)?\s*(?:([:=#&])\s*(.*))?$/u;
const RANGE = /^(\S+)\s+(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)$/;
const EVERY_MODALITY = '*';

export function templatesOf(text: string, language: string): WrittenTemplate[] {
  return text
    .split(/^= /m)
    .slice(1)
    .map((part) => {
      const [head = '', ...lines] = part.trim().split('\n');
      const [modality = '', title = ''] = head.split(' | ');
      const nextId = idsIn();
      const report_html = lines.map((line) => blockOf(line, language, nextId)).join('');
      return { modality, title, report_html };
    });
}

export function macrosOf(text: string): WrittenMacro[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', modality = '', ...words] = line.split(' | ');
      return {
        abbreviation: name.slice(1),
        modality: modality === EVERY_MODALITY ? null : modality,
        report_html: `<p>${withFields(words.join(' | '), idsIn())}</p>`,
      };
    });
}

/** Ids that say the place alone, so that they are the same in every language. */
function idsIn(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `field-${count}`;
  };
}

function blockOf(line: string, language: string, nextId: () => string): string {
  if (line.startsWith('# ')) return headingOf(line.slice(2), language);
  if (line.includes('{')) return `<p>${withFields(line, nextId)}</p>`;
  const field = fieldOf(line, nextId());
  return `<p>${escapeText(field.label)}: ${spanOf(field)}</p>`;
}

function headingOf(key: string, language: string): string {
  const section = SECTIONS.find((known) => known.key === key);
  if (section === undefined) throw new Error(`The starter set names a section ${key}, which there is not.`);
  return `<h2 data-section-code="${section.code}">${escapeText(sectionTitle(section, language))}</h2>`;
}

function withFields(line: string, nextId: () => string): string {
  return line
    .split(/(\{[^}]*\})/)
    .map((part) => (part.startsWith('{') ? spanOf(fieldOf(part.slice(1, -1), nextId())) : escapeText(part)))
    .join('');
}

function fieldOf(written: string, id: string): FieldMeta {
  const [, label = '', demanded, sign, rest = ''] = FIELD.exec(written.trim()) ?? [];
  if (label === '') throw new Error(`The starter set has a field that cannot be read: ${written}`);
  const completion = demanded === undefined ? 'none' : 'prohibit';
  const field = { id, label: label.trim(), completion } as const;
  if (sign === '#') {
    const [, unit, min, max] = RANGE.exec(rest) ?? [];
    if (unit === undefined) throw new Error(`The starter set has a number without its unit: ${written}`);
    return fieldMeta({ ...field, kind: 'number', unit, min: Number(min), max: Number(max) });
  }
  if (sign === '=' || sign === '&') {
    const choices = rest.split(' | ');
    const usual = choices.find((choice) => choice.startsWith('*')) ?? '';
    return fieldMeta({
      ...field,
      kind: sign === '=' ? 'select' : 'multi',
      options: choices.map((choice) => choice.replace(/^\*/, '')),
      default_text: usual.slice(1),
    });
  }
  return fieldMeta({ ...field, kind: 'text', default_text: rest });
}

function spanOf(field: FieldMeta): string {
  const attributes = fieldAttributes(field).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`);
  return `<span${attributes.join('')}>${escapeText(field.default_text || FIELD_BLANK)}</span>`;
}
