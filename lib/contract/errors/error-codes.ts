/**
 * Every error code of the service with its HTTP status. No other status is ever sent.
 * Source: API spec, "Errors"; choices, "Error codes".
 */
export const ERROR_STATUS = {
  malformed_request: 400,
  request_too_large: 400,
  host_not_allowed: 400,
  parent_not_a_folder: 400,
  client_certificate_required: 401,
  session_required: 401,
  session_rejected: 401,
  session_expired: 401,
  session_locked: 401,
  credential_rejected: 401,
  insufficient_credit: 402,
  client_certificate_cn_not_allowed: 403,
  permission_denied: 403,
  group_key_unavailable: 403,
  origin_not_allowed: 403,
  not_found: 404,
  route_not_found: 404,
  version_conflict: 409,
  version_pending: 409,
  draft_conflict: 409,
  document_deleted: 409,
  document_not_deleted: 409,
  has_dependents: 409,
  replay: 409,
  upload_incomplete: 409,
  name_taken: 409,
  already_initialized: 409,
  not_initialized: 409,
  invalid_request: 422,
  rate_limited: 429,
  index_pending: 429,
  crypto_error: 500,
  protocol_error: 502,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, text);
}
