/**
 * Compiles the contract's schemas for Fastify: bodies are taken as they are, path and query values
 * (always text) are turned into the type the schema names, and nothing unknown is dropped silently.
 * Source: choices, "Ids, times, order of checks"; design of libraries, "Server".
 */
import { Ajv, type ValidateFunction } from 'ajv';
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import type { FastifyValidationResult } from 'fastify/types/schema.js';
import type { TSchema } from 'typebox';

const common = { removeAdditional: false, allowUnionTypes: true, verbose: true, strictTypes: false } as const;
const bodies = new Ajv({ ...common, coerceTypes: false, useDefaults: false });
const texts = new Ajv({ ...common, coerceTypes: true, useDefaults: true });

/** Each schema at its first request: all of them would be a fifth of what starting costs. */
const compile: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  let compiled: ValidateFunction | undefined;
  // Says what is wrong as ajv's own do: others than Fastify ask it too.
  const validate: FastifyValidationResult = (value) => {
    compiled ??= (httpPart === 'body' ? bodies : texts).compile(schema);
    const isValid = compiled(value);
    validate.errors = compiled.errors ?? null;
    return isValid;
  };
  return validate;
};

export function compileValidation(app: FastifyInstance): void {
  app.setValidatorCompiler(compile);
}
