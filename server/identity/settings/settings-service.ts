/**
 * The workspace's settings. Their row is plaintext; its hash is in the membership list, which administrators sign and
 * every unlock verifies. Before the first unlock, and when row and list disagree, cautious values apply: sessions end
 * no later, and nothing is deleted or shortened earlier, than by row or default.
 */
import type { Settings, SettingsPatchBody } from '#contract/access/credentials.ts';
import { roleCovers } from '#contract/access/roles.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { requireAdmin } from '#server/identity/actor/administrator.ts';
import { DEFAULT_SETTINGS } from '#server/identity/core/default-settings.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import { settingsHash } from '#server/identity/core/settings-hash.ts';
import type { UnlockedPrincipal } from '#server/identity/core/unlocked-principals.ts';
import { assertReceivers } from './assert-receivers.ts';

export interface SettingsService {
  /** Reads the settings row again; call when another server may have changed it. */
  readonly onForeignWrites: () => void;
  /** The signed settings; the defaults until changed; cautious values where the row cannot be trusted. */
  readonly current: () => Settings;
  /** Receivers of reports are shown only to principals who may send reports, and to administrators. */
  readonly shownTo: (actor: Actor) => Settings;
  /** Changes only the given fields, from the next request on. @throws permission_denied, invalid_request */
  readonly patch: (actor: Actor, body: SettingsPatchBody) => Promise<Settings>;
}

/** Caches the single settings row in memory. */
export function createSettingsService({ stores, ledger, unlocked, keysOf }: AccessCore): SettingsService {
  let stored = read();

  function read() {
    return withHash(stores.workspace.findSettings() ?? DEFAULT_SETTINGS);
  }

  function current(): Settings {
    const list = ledger.findState();
    if (list === undefined) {
      // Creating a vault writes the first row.
      stored = read();
      const { passphrase_certificates } = stored.settings;
      return { ...conservativeDefaults(stored.settings), passphrase_certificates };
    }
    // A vault of 0.1.0 has signed no settings; its row is used until an administrator unlocks and signs it.
    const isBelieved = list.settings_sha256 === null || list.settings_sha256 === stored.hash;
    return isBelieved ? stored.settings : conservativeDefaults(stored.settings);
  }

  /** Writes row and signed record in one transaction. */
  function sign({ secrets, principal_id, kind, is_admin }: UnlockedPrincipal, settings: Settings): void {
    const next = withHash(settings);
    ledger.change(secrets, (append) => {
      stores.workspace.updateSettings(settings);
      const settings_sha256 = next.hash;
      append({ action: 'set_settings', principal_id, kind, is_admin, settings_sha256 });
    });
    stored = next;
  }

  unlocked.onOpened((principal) => {
    if (principal.is_admin && ledger.state().settings_sha256 === null) sign(principal, read().settings);
  });

  return {
    current,
    onForeignWrites() {
      if (ledger.findState()?.settings_sha256 === stored.hash) return;
      stored = read();
    },
    shownTo(actor) {
      const mayWrite = actor.groupIds().some((id) => roleCovers(actor.roleIn(id) ?? 'viewer', 'editor'));
      return actor.is_admin || mayWrite ? current() : { ...current(), hl7_receivers: null };
    },
    async patch(actor, body) {
      requireAdmin(actor);
      assertReceivers(body.hl7_receivers ?? null);
      const next: Settings = { ...current(), ...body };
      if (settingsHash(next) !== ledger.state().settings_sha256) sign(keysOf(actor), next);
      return next;
    },
  };
}

function withHash(settings: Settings): { readonly settings: Settings; readonly hash: string } {
  return { settings, hash: settingsHash(settings) };
}

function conservativeDefaults(row: Settings): Settings {
  return {
    ...DEFAULT_SETTINGS,
    idle_lock_seconds: Math.min(row.idle_lock_seconds, DEFAULT_SETTINGS.idle_lock_seconds),
    session_max_seconds: Math.min(row.session_max_seconds, DEFAULT_SETTINGS.session_max_seconds),
    draft_retention_days: Math.max(row.draft_retention_days, DEFAULT_SETTINGS.draft_retention_days),
    passphrase_certificates: 'known',
  };
}
