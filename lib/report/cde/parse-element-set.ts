/**
 * Imports a report template from a set of common data elements (ACR/RSNA): a heading, and a line with a field for each
 * element; element and value ids become codes. Reads JSON of radelement.org, with or without the envelope of its API.
 * Source: github.com/RSNA/ACR-RSNA-CDEs, `cde.schema.json`.
 */
import { VaultError } from '#contract/errors/vault-error.ts';
import type { Block } from '#report/html/report-tree.ts';
import { type ReportContent, reportOfBlocks } from '#report/report-content.ts';
import { FIELD_BLANK, type FieldMeta, fieldMeta } from '#report/state/field-meta.ts';

export interface ElementSetTemplate extends ReportContent {
  readonly title: string;
  readonly custom_attributes: Readonly<Record<string, unknown>>;
}

type Json = Readonly<Record<string, unknown>>;

const SET_ID = /^RDES\d+$/i;
const ELEMENT_ID = /^RDE\d+$/i;

/** Parses an element set. @throws VaultError invalid_request when it is no such set, or has no elements. */
export function parseElementSet(json: string): ElementSetTemplate {
  const set = setOf(json);
  const title = textOf(set['name']);
  const id = textOf(set['id']);
  const elements = new Map(
    listOf(set['elements'])
      .filter((element) => ELEMENT_ID.test(textOf(element['id'])) && textOf(element['name']) !== '')
      .map((element) => [textOf(element['id']), element]),
  );
  if (!SET_ID.test(id) || title === '' || elements.size === 0)
    throw new VaultError(
      'invalid_request',
      'The file has no set of common data elements. Nothing was imported. Choose another file.',
    );
  const lines = [...elements.values()].map(fieldOfElement).map(
    (meta): Block => ({
      kind: 'paragraph',
      children: [
        { kind: 'text', text: `${meta.label}: `, marks: 0 },
        { kind: 'field', meta, children: [{ kind: 'text', text: FIELD_BLANK, marks: 0 }] },
        ...(meta.unit === null ? [] : [{ kind: 'text', text: ` ${meta.unit}`, marks: 0 } as const]),
      ],
    }),
  );
  const heading: Block = {
    kind: 'heading',
    level: 2,
    sectionCode: null,
    children: [{ kind: 'text', text: title, marks: 0 }],
  };
  return {
    title,
    ...reportOfBlocks([heading, ...lines]),
    custom_attributes: { cde: { id: id.toUpperCase(), version: versionOf(set) } },
  };
}

function setOf(json: string): Json {
  try {
    const parsed: unknown = JSON.parse(json);
    const data = isObject(parsed) ? parsed['data'] : undefined;
    if (isObject(data)) return data;
    if (isObject(parsed)) return parsed;
  } catch {
    // Not JSON: refused below like any other file.
  }
  return {};
}

function fieldOfElement(element: Json): FieldMeta {
  const id = textOf(element['id']).toUpperCase();
  const shared = { id: id.toLowerCase(), label: textOf(element['name']), code: id };
  const number = [element['integer_value'], element['float_value']].find(isObject) ?? numberOf(element);
  if (number !== undefined) {
    const { unit, min, max } = number;
    return fieldMeta({
      ...shared,
      kind: 'number',
      unit: textOf(unit) || null,
      min: numberOrNull(min),
      max: numberOrNull(max),
    });
  }
  if (isObject(element['value_set'])) {
    const { values, max_cardinality } = element['value_set'];
    const named = listOf(values).map(({ name, code }) => [textOf(name), textOf(code)] as const);
    const options = [...new Set(named.map(([name]) => name))].filter(Boolean);
    // With two values of one name the code would be a guess.
    const isOnly = ([name, code]: (typeof named)[number]) =>
      name !== '' && named.every((other) => other[0] !== name || other[1] === code);
    const option_codes = Object.fromEntries(named.filter(isOnly));
    const isSeveral = typeof max_cardinality === 'number' && max_cardinality > 1;
    return fieldMeta({ ...shared, kind: isSeveral ? 'multi' : 'select', options, option_codes });
  }
  const isBoolean = element['boolean_value'] !== undefined && element['boolean_value'] !== null;
  return fieldMeta({ ...shared, ...(isBoolean ? { kind: 'select', options: ['yes', 'no'] } : {}) });
}

/** Older sets have an empty object of this kind, without limits. */
function numberOf(element: Json): Json | undefined {
  return ['integer_value', 'float_value'].some((kind) => kind in element) ? {} : undefined;
}

function versionOf(set: Json): string {
  const version = [set['set_version'], set['version']].find(isObject);
  return [version?.['number'], version?.['date']].filter((part) => part !== undefined).join(' ');
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
