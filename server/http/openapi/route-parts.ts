/** What the OpenAPI document says of a route besides its parameters and body. */
import type {} from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { ErrorBodySchema } from '#contract/error-body.ts';
import { ERROR_STATUS } from '#contract/error-codes.ts';
import { IDEMPOTENCY_KEY_MAX_CHARS, IDEMPOTENCY_KEY_MIN_CHARS } from '#contract/limits.ts';
import type { RouteDefinition } from '#contract/route.ts';

const ERROR_STATUSES = [...new Set(Object.values(ERROR_STATUS))].toSorted((left, right) => left - right);

const ByteStream = Type.Unsafe<never>({ type: 'string', format: 'binary' });

export const IdempotencyHeadersSchema = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: IDEMPOTENCY_KEY_MIN_CHARS,
      maxLength: IDEMPOTENCY_KEY_MAX_CHARS,
      pattern: '^[!-~]+$',
      description: 'The same key and body within 24 hours answer the same resource again.',
    }),
  ),
});

export function openApiParts(definition: RouteDefinition): FastifySchema {
  return {
    operationId: definition.operation_id,
    summary: definition.summary,
    tags: [tagOf(definition.path)],
    response: {
      [definition.success]: definition.response ?? ByteStream,
      ...Object.fromEntries(ERROR_STATUSES.map((status) => [status, errorsOf(status)])),
    },
    ...(definition.idempotent_key ? { headers: IdempotencyHeadersSchema } : {}),
  };
}

/** First word of the path behind the version. */
function tagOf(path: string): string {
  return path.split('/').find((part) => part !== '' && part !== 'v1') ?? 'vault';
}

function errorsOf(status: number) {
  const codes = Object.entries(ERROR_STATUS).flatMap(([code, of]) => (of === status ? [code] : []));
  return { ...ErrorBodySchema, description: codes.join(', ') };
}
