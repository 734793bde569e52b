/** Says in plain words why a connection of Node failed, and whether trying again can help. */
import { APIConnectionError, APIConnectionTimeoutError } from '#sdk/errors.ts';

/** Nothing listened, or the name is unknown: no byte was sent. */
const UNSENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const SERVER_NOT_TRUSTED = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_SIGNATURE_FAILURE',
]);

export function connectionFailure(error: unknown, baseUrl: string): APIConnectionError {
  const code = errorCode(error);
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
    return new APIConnectionTimeoutError(`The vault at ${baseUrl} stopped answering.`, { cause: error });
  }
  if (SERVER_NOT_TRUSTED.has(code)) {
    const message = `The certificate of ${baseUrl} was not issued by the CA of this credential (${code}).`;
    return new APIConnectionError(message, { cause: error, permanent: true });
  }
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    const message = `The certificate of ${baseUrl} is not valid today (${code}); check this computer's clock.`;
    return new APIConnectionError(message, { cause: error, permanent: true });
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const message = `The certificate of the vault does not name ${baseUrl}; serve it with --host.`;
    return new APIConnectionError(message, { cause: error, permanent: true });
  }
  if (UNSENT.has(code)) {
    const message = `Nothing answers at ${baseUrl} (${code}). Is the vault running?`;
    return new APIConnectionError(message, { cause: error, unsent: true });
  }
  return new APIConnectionError(`The connection to ${baseUrl} broke (${code}).`, { cause: error });
}

/** The code of the error or of what caused it; `AggregateError` (both loopback addresses) counts by its first. */
function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  return error.cause === undefined ? error.name : errorCode(error.cause);
}
