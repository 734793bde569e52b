/** Renders schemas as tables of fields: name, type, description. */
import { isObject, type Json, type JsonObject } from '#server/http/openapi/components.ts';
import { escapeHtml, inWords, objectAt } from './page-html.ts';

/** Nested schemas below this depth are shown by type only. */
const DEPTH_MAX = 4;

export function schemaTable(schema: Json): string {
  const rows = rowsOf(schema, '', 0);
  if (rows.length === 0) return `<p class="type">${typeOf(schema)}</p>`;
  return `<table><tbody>${rows.join('')}</tbody></table>`;
}

/** Fields of an object, of a list's items, or of each alternative. */
function rowsOf(schema: Json, prefix: string, depth: number): string[] {
  if (!isObject(schema) || depth > DEPTH_MAX) return [];
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const own = Object.entries(objectAt(schema, 'properties')).flatMap(([name, part]) => {
    const place = `${prefix}${name}`;
    return [row(place, part, required.includes(name)), ...rowsOf(part, `${place}.`, depth + 1)];
  });
  const items =
    schema['items'] === undefined
      ? []
      : rowsOf(schema['items'], `${prefix.replace(/\.$/, '')}[].`, depth + 1);
  const alternatives = alternativesOf(schema).flatMap((part) => rowsOf(part, prefix, depth + 1));
  return [...own, ...items, ...alternatives];
}

function alternativesOf(schema: JsonObject): readonly Json[] {
  const list = schema['anyOf'] ?? schema['oneOf'];
  return Array.isArray(list) ? list : [];
}

function row(place: string, part: Json, isRequired: boolean): string {
  const description = isObject(part) ? inWords(part['description']) : '';
  return `<tr><td><code>${escapeHtml(place)}</code></td><td><span class="type">${typeOf(part)}${isRequired ? '' : ', optional'}</span><br>${description}</td></tr>`;
}

/** Short description of a schema; a named one is a link. */
export function typeOf(schema: Json): string {
  if (!isObject(schema)) return '';
  const name =
    String(schema['$ref'] ?? '')
      .split('/')
      .at(-1) ?? '';
  if (name !== '') return `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`;
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) return alternatives.map(typeOf).join(' or ');
  if (schema['const'] !== undefined) return `<code>${escapeHtml(JSON.stringify(schema['const']))}</code>`;
  if (Array.isArray(schema['enum'])) {
    return schema['enum'].map((value) => `<code>${escapeHtml(String(value))}</code>`).join(' ');
  }
  const types = [schema['type'] ?? 'object'].flat().map(String);
  const said = types.map((type) => (type === 'array' ? `list of ${typeOf(schema['items'] ?? {})}` : type));
  return [said.join(' or '), ...boundsOf(schema)].join(', ');
}

function boundsOf(schema: JsonObject): string[] {
  const bounds: readonly (readonly [key: string, words: (value: string) => string])[] = [
    ['minimum', (value) => `from ${value}`],
    ['maximum', (value) => `to ${value}`],
    ['minLength', (value) => `at least ${value} characters`],
    ['maxLength', (value) => `at most ${value} characters`],
    ['minItems', (value) => `at least ${value}`],
    ['maxItems', (value) => `at most ${value}`],
    ['default', (value) => `default ${value}`],
  ];
  return bounds.flatMap(([key, words]) =>
    schema[key] === undefined ? [] : [escapeHtml(words(String(schema[key])))],
  );
}
