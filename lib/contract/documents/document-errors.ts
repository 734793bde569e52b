import type { ErrorCode } from '#contract/errors/error-codes.ts';

/** Errors of reading a document, besides those of every route. */
export const READ: readonly ErrorCode[] = ['not_found', 'group_key_unavailable', 'crypto_error'];

/** Errors of changing a document. */
export const WRITE: readonly ErrorCode[] = [...READ, 'permission_denied'];

/** Errors of changing a document that is kept; not possible while it is being purged. */
export const CHANGE: readonly ErrorCode[] = [...WRITE, 'version_pending'];

/** Errors of changing a document that must not be in the trash. */
export const CHANGE_LIVE: readonly ErrorCode[] = [...CHANGE, 'document_deleted'];
