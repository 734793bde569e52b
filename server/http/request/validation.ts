/**
 * Compiles the contract's schemas for Fastify: bodies are taken as they are, path and query values
 * (always text) are turned into the type the schema names, and nothing unknown is dropped silently.
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

/** Ajv's own reading of text takes 1e1, 0x10 and blanks for numbers as well. */
const readInteger: Read = (text) => (/^-?\d+$/.test(text) ? Number(text) : text);
const readBoolean: Read = (text) => (text === 'true' ? true : text === 'false' ? false : text);

/**
 * A text cut out of an address is no copy of it to the engine: whoever keeps an id of it, as the audit log does of what
 * was read, would keep the name that was searched for beside it. By JSON: a buffer would leave it in the pool
 * that buffers share.
 */
const ownText = (value: unknown): unknown =>
  typeof value === 'string' ? JSON.parse(JSON.stringify(value)) : value;

/** How the fields that are not text are read; what cannot be read stays text, and fails. */
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

/** What stands at a JSON pointer of Ajv's, and what that stands in: asked for as `verbose`, Ajv keeps values as well. */
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

/** Each schema at its first request: all of them would be a fifth of what starting costs. */
const compile: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  let compiled: ValidateFunction | undefined;
  const reads = httpPart === 'body' ? [] : readsOf(schema);
  // Says what is wrong as ajv's own do: others than Fastify ask it too.
  const validate: FastifyValidationResult = (value) => {
    if (httpPart !== 'body') takeOut(value);
    for (const [name, read] of reads) if (typeof value[name] === 'string') value[name] = read(value[name]);
    compiled ??= (httpPart === 'body' ? bodies : texts).compile(schema);
    const isValid = compiled(value);
    // Without the names that were sent, and with the rule that was broken: the function outlives the request.
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
