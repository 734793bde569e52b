/** Converts a response to data or to the matching error. Source: API spec, "Errors". */
import { parseKeepingDecimals } from '#contract/json-decimal-text.ts';
import { AuthenticationError, ConflictError, VaultApiError } from '#sdk/errors.ts';
import type { TransportResponse } from '#sdk/transport.ts';
import type { ResponseInfo, WithResponse } from './vault-promise.ts';

/**
 * Reads a JSON response. Its shape is not checked here, because the vault's serializers enforce the route's schema.
 * @throws VaultApiError `protocol_error` if the body is not JSON.
 */
export async function readJson<T>(
  answer: TransportResponse,
  keepsDecimals: boolean,
): Promise<WithResponse<T>> {
  const text = await answer.text();
  try {
    const data: T = keepsDecimals ? parseKeepingDecimals(text) : JSON.parse(text);
    return { data, response: responseInfo(answer) };
  } catch {
    throw outsideProtocol(answer, 'The vault answered with something that is not JSON.');
  }
}

export function responseInfo(answer: TransportResponse): ResponseInfo {
  return {
    status: answer.status,
    request_id: answer.header('x-request-id') ?? undefined,
    header: answer.header,
  };
}

/** Reads the body of a response other than 2xx and returns the error. */
export async function readError(answer: TransportResponse): Promise<VaultApiError> {
  const body = parseErrorBody(await answer.text());
  if (!body || answer.status < 400) {
    return outsideProtocol(answer, `The vault answered outside the protocol (HTTP ${answer.status}).`);
  }
  const retryAfter = Number.parseInt(answer.header('retry-after') ?? '', 10);
  const fields = {
    ...body,
    status: answer.status,
    request_id: answer.header('x-request-id') ?? undefined,
    retry_after: Number.isNaN(retryAfter) ? undefined : retryAfter,
  };
  if (answer.status === 401) return new AuthenticationError(fields);
  if (answer.status !== 409) return new VaultApiError(fields);
  const versionId = answer.header('x-latest-version-id');
  const draftRev = answer.header('x-latest-draft-rev');
  return new ConflictError(fields, {
    ...(versionId === null ? {} : { version_id: versionId }),
    ...(draftRev === null ? {} : { draft_rev: draftRev }),
  });
}

function parseErrorBody(text: string): { code: string; message: string; trace_id?: string } | undefined {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
    const { error } = body;
    if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error))
      return undefined;
    if (typeof error.code !== 'string' || typeof error.message !== 'string') return undefined;
    const traceId = 'trace_id' in error && typeof error.trace_id === 'string' ? error.trace_id : undefined;
    return {
      code: error.code,
      message: error.message,
      ...(traceId === undefined ? {} : { trace_id: traceId }),
    };
  } catch {
    return undefined;
  }
}

function outsideProtocol(answer: TransportResponse, message: string): VaultApiError {
  const requestId = answer.header('x-request-id') ?? undefined;
  return new VaultApiError({ code: 'protocol_error', message, status: 502, request_id: requestId });
}
