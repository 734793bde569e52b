import type { Settings, SettingsPatchBody } from '#contract/access/credentials.ts';
import {
  DRAFT_RETENTION_DAYS_DEFAULT,
  FILE_MAX_BYTES,
  IDLE_LOCK_SECONDS_DEFAULT,
  SESSION_MAX_SECONDS_DEFAULT,
} from '#contract/limits.ts';
import type { Actor } from '../access/actor.ts';
import { requireAdmin } from '../access/administrator.ts';
import type { AccessCore } from '../access/core/access-core.ts';

const DEFAULTS: Settings = {
  time_precision: 'none',
  idle_lock_seconds: IDLE_LOCK_SECONDS_DEFAULT,
  session_max_seconds: SESSION_MAX_SECONDS_DEFAULT,
  storage_credit_bytes: null,
  max_file_bytes: FILE_MAX_BYTES,
  draft_retention_days: DRAFT_RETENTION_DAYS_DEFAULT,
};

export interface SettingsService {
  /** The defaults until something was changed. */
  readonly current: () => Settings;
  /** Only the fields given change; they hold from the next request on. @throws permission_denied */
  readonly patch: (actor: Actor, body: SettingsPatchBody) => Promise<Settings>;
}

/** The workspace's settings, kept in memory as they stand in their one row. */
export function createSettingsService({ stores, commits }: AccessCore): SettingsService {
  let current = stores.workspace.findSettings() ?? DEFAULTS;
  return {
    current: () => current,
    async patch(actor, body) {
      requireAdmin(actor);
      const patched = await commits.write(() => {
        const next: Settings = { ...(stores.workspace.findSettings() ?? DEFAULTS), ...body };
        stores.workspace.updateSettings(next);
        return next;
      });
      current = patched;
      return patched;
    },
  };
}
