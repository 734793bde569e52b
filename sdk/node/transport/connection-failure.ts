/** Explains in plain words why a connection of Node failed, and whether a retry can help. */
import { APIConnectionError, APIConnectionTimeoutError } from '#sdk/errors.ts';
import { isUnsent } from './connect-errors.ts';

/** Error codes without a sent byte: nothing listened, or the name is unknown. */
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

export type FailureKind = 'unreachable' | 'not_trusted' | 'not_valid_now' | 'wrong_name' | 'broken';

/** Classifies the error of a Node connection. */
export function failureKind(error: unknown): FailureKind {
  const code = errorCode(error);
  if (SERVER_NOT_TRUSTED.has(code)) return 'not_trusted';
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') return 'not_valid_now';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'wrong_name';
  return UNSENT.has(code) ? 'unreachable' : 'broken';
}

export function connectionFailure(error: unknown, baseUrl: string): APIConnectionError {
  const code = errorCode(error);
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
    return new APIConnectionTimeoutError(`The vault at ${baseUrl} stopped answering. Try again.`, {
      cause: error,
    });
  }
  const [words, options] = WORDS[failureKind(error)];
  const unsent = options.unsent ?? isUnsent(error);
  return new APIConnectionError(words(baseUrl, code), { cause: error, ...options, unsent });
}

const WORDS: Readonly<Record<FailureKind, [(url: string, code: string) => string, FailureOptions]>> = {
  not_trusted: [
    (url, code) => `The certificate of ${url} was not issued by the CA of this credential (${code}).`,
    { permanent: true },
  ],
  not_valid_now: [
    (url, code) => `The certificate of ${url} is not valid today (${code}); check this computer's clock.`,
    { permanent: true },
  ],
  wrong_name: [
    (url) => `The certificate of the vault does not name ${url}; serve it with --host.`,
    { permanent: true },
  ],
  unreachable: [
    (url, code) => `Nothing answers at ${url} (${code}). Is the vault running?`,
    { unsent: true },
  ],
  broken: [
    (url, code) =>
      `The connection to ${url} broke (${code}).${url.startsWith('http:') ? ' A vault is reached by https.' : ''}`,
    {},
  ],
};

interface FailureOptions {
  readonly permanent?: true;
  readonly unsent?: true;
}

/** Returns the code of the error or its cause; of an `AggregateError` (both loopback addresses) the first. */
function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  return error.cause === undefined ? error.name : errorCode(error.cause);
}
