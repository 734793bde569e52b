import type { ErrorCode } from '#contract/error-codes.ts';

/** What reading a document can answer besides what every route can. */
export const READ: readonly ErrorCode[] = ['not_found', 'group_key_unavailable', 'crypto_error'];

/** And changing one. */
export const WRITE: readonly ErrorCode[] = [...READ, 'permission_denied'];
