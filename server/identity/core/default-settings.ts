/** The workspace's settings until an administrator changes them. Source: choices, "Settings". */
import type { Settings } from '#contract/access/credentials.ts';
import {
  DRAFT_RETENTION_DAYS_DEFAULT,
  FILE_MAX_BYTES,
  IDLE_LOCK_SECONDS_DEFAULT,
  SESSION_MAX_SECONDS_DEFAULT,
} from '#contract/limits.ts';

/**
 * Settings of a vault without a settings row. Settings added in later releases must leave such a vault's behaviour
 * unchanged.
 */
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

/** The settings row of a newly created vault. */
export const FOUNDING_SETTINGS: Settings = { ...DEFAULT_SETTINGS, passphrase_certificates: 'known' };
