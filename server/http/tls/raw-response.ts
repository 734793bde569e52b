/**
 * Writes error responses to a bare socket when no request was parsed, with the same order of checks and the same body.
 */
import type { Duplex } from 'node:stream';
import { ERROR_STATUS } from '#contract/errors/error-codes.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { CertificateGate } from '#server/http/gate/client-certificate.ts';
import { requestIdOf } from '#server/http/request/request-id.ts';
import { asVaultError, errorBody } from '#server/http/response/error-handler.ts';

export function createRawResponder(
  admit: CertificateGate,
): (socket: Duplex, reason: 'malformed' | 'connect') => void {
  return function answerRaw(socket, reason) {
    const { code, message } = refusalOf(admit, socket, reason);
    const traceId = requestIdOf({ headers: {} });
    const body = JSON.stringify(errorBody(code, message, traceId));
    socket.end(
      `HTTP/1.1 ${ERROR_STATUS[code]} Refused\r\ncontent-type: application/json; charset=utf-8\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\ncache-control: no-store\r\nx-request-id: ${traceId}\r\nconnection: close\r\n\r\n${body}`,
    );
  };
}

function refusalOf(admit: CertificateGate, socket: Duplex, reason: 'malformed' | 'connect'): VaultError {
  try {
    admit(socket);
  } catch (error) {
    return asVaultError(error);
  }
  return reason === 'connect'
    ? new VaultError(
        'route_not_found',
        'This route does not exist. The API is described at /v1/openapi.json.',
      )
    : new VaultError('malformed_request', 'The request is not well-formed HTTP.');
}
