/**
 * Compiles the contract's schemas for Fastify: bodies are taken as they are, path and query values
 * (always text) are turned into the type the schema names, and nothing unknown is dropped silently.
 * Source: choices, "Ids, times, order of checks"; design of libraries, "Server".
 */
import { Ajv } from 'ajv';
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';

const common = { removeAdditional: false, allowUnionTypes: true, verbose: true, strictTypes: false } as const;
const bodies = new Ajv({ ...common, coerceTypes: false, useDefaults: false });
const texts = new Ajv({ ...common, coerceTypes: true, useDefaults: true });

const compile: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  httpPart === 'body' ? bodies.compile(schema) : texts.compile(schema);

export function compileValidation(app: FastifyInstance): void {
  app.setValidatorCompiler(compile);
}
