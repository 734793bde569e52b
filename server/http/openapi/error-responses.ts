/** Lists the errors a route can return: those implied by its definition, and those it declares. */
import { ERROR_STATUS, type ErrorCode } from '#contract/errors/error-codes.ts';
import type { RouteDefinition } from '#contract/route.ts';

const OF_EVERY: readonly ErrorCode[] = [
  'malformed_request',
  'host_not_allowed',
  'client_certificate_required',
  'client_certificate_cn_not_allowed',
  'origin_not_allowed',
  'invalid_request',
  'rate_limited',
  'protocol_error',
];
const OF_SESSIONS: readonly ErrorCode[] = ['session_required', 'session_rejected', 'session_expired'];

export function errorCodesOf(route: RouteDefinition): ReadonlySet<ErrorCode> {
  return new Set([
    ...OF_EVERY,
    ...(route.auth === 'certificate' ? [] : OF_SESSIONS),
    ...(route.auth === 'session' ? (['session_locked'] as const) : []),
    ...(route.method === 'GET' ? [] : (['request_too_large'] as const)),
    ...(route.idempotent_key ? (['replay'] as const) : []),
    ...(route.errors ?? []),
  ]);
}

/** Codes by status, in ascending order. */
export function errorResponsesOf(route: RouteDefinition): ReadonlyMap<number, readonly ErrorCode[]> {
  const codes = [...errorCodesOf(route)].toSorted((left, right) => ERROR_STATUS[left] - ERROR_STATUS[right]);
  const answers = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const status = ERROR_STATUS[code];
    answers.set(status, [...(answers.get(status) ?? []), code]);
  }
  return answers;
}
