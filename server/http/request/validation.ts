/**
 * Compiles the contract's schemas for Fastify: bodies are validated as they are; path and query values, always text,
 * are converted to the schema's type; unknown fields are never dropped silently.
 * Source: choices, "Ids, times, order of checks"; design of libraries, "Server".
 */
import { Ajv, type ValidateFunction } from 'ajv';
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import type { FastifyValidationResult } from 'fastify/types/schema.js';
import { type TSchema, Type } from 'typebox';
import type { Violation } from './validation-message.ts';

const common = { removeAdditional: false, allowUnionTypes: true, strictTypes: false } as const;
const bodies = new Ajv({ ...common, useDefaults: false });
const texts = new Ajv({ ...common, useDefaults: true });

type Read = (text: string) => unknown;

/** Stricter than Ajv's conversion, which accepts 1e1, 0x10 and spaces. */
const readInteger: Read = (text) => (/^-?\d+$/.test(text) ? Number(text) : text);
const readBoolean: Read = (text) => (text === 'true' ? true : text === 'false' ? false : text);

/**
 * Copies a text out of the URL. A substring keeps the whole URL in memory, so a stored id, as in the audit log, would
 * keep a searched name beside it. Through JSON, because a buffer would leave it in the shared pool.
 */
const ownText = (value: unknown): unknown =>
  typeof value === 'string' ? JSON.parse(JSON.stringify(value)) : value;

/** Conversions for fields that are not text; an unconvertible value stays text and fails validation. */
function readsOf(schema: TSchema): [name: string, read: Read][] {
  if (!Type.IsObject(schema)) return [];
  return Object.entries(schema.properties).flatMap(([name, field]): [string, Read][] => {
    if (Type.IsInteger(field)) return [[name, readInteger]];
    return Type.IsBoolean(field) ? [[name, readBoolean]] : [];
  });
}

function takeOut(texts: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(texts))
    texts[name] = Array.isArray(value) ? value.map(ownText) : ownText(value);
}

/** Looks up the schema at Ajv's JSON pointer, and its parent. Ajv's `verbose` option would also keep values. */
function ruleAt(schema: unknown, pointer: string): Pick<Violation, 'schema' | 'parentSchema'> {
  const names = pointer.replace(/^#\//, '').split('/');
  let parentSchema: unknown;
  let at: unknown = schema;
  for (const name of names) {
    parentSchema = at;
    at = isObject(at) ? at[decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  }
  return { schema: at, parentSchema };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Compiles each schema at its first request, because all of them take a fifth of the start. */
const compile: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  let compiled: ValidateFunction | undefined;
  const reads = httpPart === 'body' ? [] : readsOf(schema);
  // Sets `errors` like Ajv's own functions, which callers other than Fastify read.
  const validate: FastifyValidationResult = (value) => {
    if (httpPart !== 'body') takeOut(value);
    for (const [name, read] of reads) if (typeof value[name] === 'string') value[name] = read(value[name]);
    compiled ??= (httpPart === 'body' ? bodies : texts).compile(schema);
    const isValid = compiled(value);
    // Removes received names and adds the violated rule, because the function outlives the request.
    validate.errors =
      compiled.errors?.map((error) => ({ ...error, params: {}, ...ruleAt(schema, error.schemaPath) })) ??
      null;
    compiled.errors = null;
    return isValid;
  };
  return validate;
};

export function compileValidation(app: FastifyInstance): void {
  app.setValidatorCompiler(compile);
}
