import type { ErrorCode } from '#contract/errors/error-codes.ts';

/** What reading a document can answer besides what every route can. */
export const READ: readonly ErrorCode[] = ['not_found', 'group_key_unavailable', 'crypto_error'];

/** And changing one. */
export const WRITE: readonly ErrorCode[] = [...READ, 'permission_denied'];

/** And changing one that stays: not while it is being purged. */
export const CHANGE: readonly ErrorCode[] = [...WRITE, 'version_pending'];

/** And changing one that must not be in the trash. */
export const CHANGE_LIVE: readonly ErrorCode[] = [...CHANGE, 'document_deleted'];
