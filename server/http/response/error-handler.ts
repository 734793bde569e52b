/**
 * Converts every error to a response. Errors that are not ours become `protocol_error` with a fixed text. The cause is
 * logged under the trace id, without foreign messages, which may quote content.
 * Source: API spec, "Errors"; choices, "Error codes".
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '#contract/errors/error-body.ts';
import { ERROR_STATUS, type ErrorCode } from '#contract/errors/error-codes.ts';
import { CRYPTO_ERROR_MESSAGE, VaultError } from '#contract/errors/vault-error.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { validationMessage } from '#server/http/request/validation-message.ts';

export function mapErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = asVaultError(error, request.routeOptions?.config?.takes);
  request.failureCode = known.code;
  // A client that disconnected during its request is not our failure.
  if (known.code === 'protocol_error' && !request.raw.readableAborted) logFailure(error, request);
  return reply
    .code(ERROR_STATUS[known.code])
    .headers({ 'content-type': 'application/json; charset=utf-8', ...known.headers })
    .serializer((body: unknown) => JSON.stringify(body))
    .send(errorBody(known.code, known.message, request.id));
}

export function errorBody(code: ErrorCode, message: string, traceId: string | null): ErrorBody {
  return { error: { code, message, trace_id: traceId } };
}

/** Converts any error to a `VaultError`. `takes`: media types the route accepts. */
export function asVaultError(error: unknown, takes?: string): VaultError {
  if (error instanceof VaultError) {
    return error.code === 'crypto_error' ? new VaultError('crypto_error', CRYPTO_ERROR_MESSAGE) : error;
  }
  if (error instanceof CryptoError) return new VaultError('crypto_error', CRYPTO_ERROR_MESSAGE);
  if (isFastifyError(error)) return asRequestError(error, takes);
  return unexpected();
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && ('validation' in error || ('code' in error && 'statusCode' in error));
}

/** Errors of Fastify itself: below 500 the request's fault, otherwise ours. */
function asRequestError(error: FastifyError, takes: string | undefined): VaultError {
  if (error.validation) {
    return new VaultError(
      'invalid_request',
      validationMessage(error.validationContext ?? 'request', error.validation),
    );
  }
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new VaultError('invalid_request', takes ?? 'This is not a valid Content-Type.');
    case 'FST_ERR_BAD_URL':
      return new VaultError('malformed_request', 'The path is not correctly percent-encoded.');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new VaultError('request_too_large', 'The body is larger than this route accepts.');
    default:
  }
  const status = error.statusCode ?? 500;
  return status < 500 ? new VaultError('malformed_request', 'The request is not well-formed.') : unexpected();
}

function unexpected(): VaultError {
  return new VaultError('protocol_error', 'Internal error. Find the trace id in the log.');
}

/** Logs one line under the trace id, also for errors that can no longer become a response. */
export function logFailure(error: unknown, request: FastifyRequest): void {
  request.log.error(
    {
      trace_id: request.id,
      route: request.operationId,
      failure: describeError(error),
    },
    'request failed',
  );
}

/** Name, code and stack frames of an error and its causes, without their messages. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name: error.name,
    code: 'code' in error ? String(error.code) : undefined,
    stack: frames.slice(0, 8).map((line) => line.trim()),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
