/** The workspace's settings where nobody has said otherwise. Source: choices, "Settings". */
import type { Settings } from '#contract/access/credentials.ts';
import {
  DRAFT_RETENTION_DAYS_DEFAULT,
  FILE_MAX_BYTES,
  IDLE_LOCK_SECONDS_DEFAULT,
  SESSION_MAX_SECONDS_DEFAULT,
} from '#contract/limits.ts';

/** Of a vault without a row of them: what came after it was made changes nothing there. */
export const DEFAULT_SETTINGS: Settings = {
  time_precision: 'none',
  idle_lock_seconds: IDLE_LOCK_SECONDS_DEFAULT,
  session_max_seconds: SESSION_MAX_SECONDS_DEFAULT,
  storage_credit_bytes: null,
  max_file_bytes: FILE_MAX_BYTES,
  draft_retention_days: DRAFT_RETENTION_DAYS_DEFAULT,
  hl7_receivers: null,
  passphrase_certificates: 'any',
};

/** The row a new vault begins with. */
export const FOUNDING_SETTINGS: Settings = { ...DEFAULT_SETTINGS, passphrase_certificates: 'known' };
