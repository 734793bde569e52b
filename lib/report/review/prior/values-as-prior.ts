/**
 * Shows the filled fields and measured values of copied text as the prior's: `18 mm` becomes an empty field for today and
 * `(Prior: 18 mm)` behind it. A value of today is never filled by an old one. Limits as `< 10 mm`, and lengths said to be
 * of a former exam, are no values of that day and stay.
 */
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';
import { textOfState } from '#report/plain-text.ts';
import { PRIOR } from '#report/review/measurements/measurement-table.ts';
import { FIELD_BLANK, type FieldMeta, fieldMeta, parseFieldMeta } from '#report/state/field-meta.ts';
import { SCORED } from './score-values.ts';
import { TODAY_ID } from './value-of-today.ts';

/** Words in the report's language. */
export interface PriorWords {
  /** Head of an added column, and word before a prior's value. */
  readonly prior: string;
  /** Says that neither head nor values name a unit. */
  readonly noUnit: string;
  /** Label of a field for today's value. */
  readonly today: string;
  /** Says that a value is older than the copied exam, with that exam's day. */
  readonly before: string;
}

const NUMBER = '[+−-]?\\d+(?:[.,]\\d+)?';
const UNIT =
  '(?:mmHg|kPa|m[lL]/min|mg/cm[³3]|g/cm[²2]|mSv|mGy|mm[²³23]|cm[²³23]|[cm]m/s|m/s|mm|cm|m[lL]|cc|HU|HE|UH|SUV\\p{L}{0,4}|°(?![\\s\\u00A0]?C)|%)(?![\\p{L}\\p{N}/²³^])';
const SPACE = '[\\s\\u00A0]{0,2}';
/** `18 mm`, `18 x 12 mm`, `18 mm x 12 mm`, `4–8 mm`, `12 × 14`, and the number behind `SUVmax`. */
const MEASURED = new RegExp(
  `(?<![\\p{L}\\d.,/])(${NUMBER}(?:${SPACE}(?:mm|cm)?${SPACE}(?:[x×–-]|to|bis|à|a)${SPACE}${NUMBER}){0,2})(${SPACE}${UNIT})` +
    `|(?<![\\p{L}\\d.,/])(\\d+(?:[.,]\\d+)?(?:${SPACE}[x×]${SPACE}\\d+(?:[.,]\\d+)?){1,2})(?![\\p{L}\\d]|[.,]\\d)` +
    `|(?<=(?<!\\p{L})SUV\\p{L}{0,4}(?:[\\s\\u00A0:=]|of|von|de){1,3})(${NUMBER})(?![\\p{L}\\d/]|[.,]\\d)`,
  'iu',
);
const BEHIND = new RegExp(`^${SPACE}${UNIT}`, 'iu');
const OWN = new RegExp(`^\\s?\\((?:${PRIOR.source}):[^()]{1,80}\\)`, 'iu');
const LIMIT =
  /(?:[<>≤≥]|(?<!\p{L})(?:than|below|under|above|over|least|unter|unterhalb|über|oberhalb|als|ab|(?:inf|sup)érieure?s? à|(?:inf|sup)erior(?:es)? a|(?:menor|mayor|maior)(?:es)? (?:que|de|do que|a)))\s*$/iu;
const FORMER =
  /(?<!\p{L})(?:previous(?:ly)?|formerly|prior|baseline|zuvor|vorher|vormals|früher|ehemals|voriger?|vorbefund|auparavant|précédemment|antérieurement|antérieure?|antes|previamente|anteriormente|previo|prévio)(?:(?!\p{L})[^.;,()\d]{0,25})?$/iu;

/** The inline nodes of a line, and those inside them. */
export function valuesAsPrior(line: readonly LexicalNodeJson[], words: PriorWords): LexicalNodeJson[] {
  const shown: LexicalNodeJson[] = [];
  let pending: Value | 'blank' | undefined;
  for (const node of line) {
    if (node.type === 'report-field') {
      if (typeof pending === 'object') shown.push(textNode(priorText(pending, words)));
      const { field, value } = fieldAsPrior(node);
      shown.push(field);
      pending = value ?? (isOpen(field) ? 'blank' : undefined);
      continue;
    }
    const text = node['text'];
    if (typeof text !== 'string') {
      if (typeof pending === 'object') shown.push(textNode(priorText(pending, words)));
      pending = undefined;
      const { children } = node;
      shown.push(children == null ? node : { ...node, children: valuesAsPrior(children, words) });
      continue;
    }
    shown.push(...textAsPrior(node, pending === undefined ? text : behind(text, pending, words), words));
    pending = undefined;
  }
  if (typeof pending === 'object') shown.push(textNode(priorText(pending, words)));
  return shown;
}

/** Empties a field of a table's cell or a line; `value` is what it said. */
export function fieldAsPrior(node: LexicalNodeJson): { field: LexicalNodeJson; value?: Value } {
  const meta = parseFieldMeta(node['field']);
  const text = textOfState({ root: { type: 'root', children: node.children ?? [] } }).trim();
  const isValue =
    /[\p{L}\p{N}]/u.test(text.replaceAll(FIELD_BLANK, '')) &&
    (meta.filled || text !== meta.default_text.trim());
  if (!isValue) return { field: node };
  // A sentence without a number is text like any other: it stays, and is marked until it has been reviewed.
  if (meta.kind === 'text' && !/\d/u.test(text))
    return { field: { ...node, field: fieldMeta({ ...meta, not_reviewed: true }) } };
  return { field: emptyField(node, meta), value: { text, unit: meta.unit } };
}

export interface Value {
  readonly text: string;
  readonly unit: string | null;
}

function emptyField(node: LexicalNodeJson, meta: FieldMeta): LexicalNodeJson {
  const text = meta.default_text === '' ? FIELD_BLANK : meta.default_text;
  const [known] = node.children ?? [];
  const child = known?.type === 'text' ? { ...known, text } : textNode(text);
  const { not_reviewed: _, ...rest } = meta;
  return { ...node, field: fieldMeta({ ...rest, filled: false }), children: [child] };
}

function isOpen(field: LexicalNodeJson): boolean {
  return !parseFieldMeta(field['field']).filled;
}

/** The text behind a field: the prior's value goes behind the unit, instead of an older one. */
function behind(text: string, value: Value | 'blank', words: PriorWords): string {
  const unit = BEHIND.exec(text)?.[0] ?? '';
  const rest = text.slice(unit.length);
  const older = OWN.exec(rest)?.[0] ?? '';
  if (value === 'blank') return unit + dated(older, words) + PROTECTED_END + rest.slice(older.length);
  const given = unit.trim() === '' ? value : { text: value.text + unit, unit: null };
  return unit + priorText(given, words) + PROTECTED_END + rest.slice(older.length);
}

/** End of a part that is already the prior's; never left in a text. */
const PROTECTED_END = '\u0000';

function dated(older: string, { before }: PriorWords): string {
  if (older === '' || /\d{4}|\d[./-]\d{1,2}[./-]/u.test(older)) return older;
  return `${older.slice(0, -1)}, ${before})`;
}

function priorText({ text, unit }: Value, { prior }: PriorWords): string {
  const hasUnit = unit === null || unit === '' || text.endsWith(unit) || !/\d$/u.test(text);
  const space = unit === '°' ? '' : '\u00A0';
  return ` (${prior}: ${text}${hasUnit ? '' : `${space}${unit}`})`;
}

/** Cuts a text at its measured values. */
function textAsPrior(node: LexicalNodeJson, whole: string, words: PriorWords): LexicalNodeJson[] {
  const end = whole.indexOf(PROTECTED_END);
  let done = end === -1 ? '' : whole.slice(0, end);
  let rest = whole.slice(end + 1);
  const shown: LexicalNodeJson[] = [];
  for (;;) {
    const match = firstValue(rest);
    if (match === undefined) break;
    const number = match[1] ?? match[3] ?? match[4] ?? match[0];
    const before = done + rest.slice(0, match.index);
    const after = rest.slice(match.index + number.length);
    if (LIMIT.test(before.slice(-40)) || FORMER.test(before.slice(-60))) {
      done = before + match[0];
      rest = rest.slice(match.index + match[0].length);
      continue;
    }
    const unit = match[2]?.trim() ?? null;
    shown.push({ ...node, text: before }, newField(before, number, unit, words));
    const cut = behind(after, { text: number, unit }, words);
    const at = cut.indexOf(PROTECTED_END);
    done = cut.slice(0, at);
    rest = cut.slice(at + 1);
  }
  const last = done + rest;
  return [...shown, ...(last === '' ? [] : [{ ...node, text: last }])].filter(({ text }) => text !== '');
}

/** A measured value or a score, whichever comes first. */
function firstValue(text: string): RegExpExecArray | undefined {
  return [MEASURED.exec(text), SCORED.exec(text)]
    .filter((match) => match !== null)
    .toSorted((one, other) => one.index - other.index)[0];
}

function newField(before: string, number: string, unit: string | null, words: PriorWords): LexicalNodeJson {
  const near = /[^.;:!?()\n]{0,60}$/u.exec(before)?.[0].trim().split(/\s+/u).slice(-5).join(' ') ?? '';
  const lead = near.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  const field = fieldMeta({
    id: TODAY_ID,
    label: lead === '' ? words.today : `${words.today}: ${lead}`,
    kind: /^[+−-]?\d+(?:[.,]\d+)?$/u.test(number) ? 'number' : 'text',
    unit,
    completion: 'alert',
  });
  return { type: 'report-field', version: 1, field, children: [textNode(FIELD_BLANK)] };
}

function textNode(text: string): LexicalNodeJson {
  return { type: 'text', version: 1, text };
}
