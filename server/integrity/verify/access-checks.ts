/**
 * Compares plaintext rows with the signed membership list: principals, names, grants, expired credentials, settings.
 * Also opens what is sealed to the person.
 */

import type { PrincipalId, SecurityGroupId } from '#contract/ids.ts';
import { isUuidV7 } from '#contract/ids.ts';
import { type Finding, finding } from '#contract/maintenance/findings.ts';
import { equalBytes } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { grantHash } from '#crypto/membership/group-grants.ts';
import { fingerprint } from '#crypto/principals/principal-keys.ts';
import { publicKeysOfRow } from '#server/identity/core/membership/principal-rows.ts';
import { createTamperedNames } from '#server/identity/core/membership/tampered-names.ts';
import { openPreferences } from '#server/identity/core/sealed-preferences.ts';
import { settingsHash } from '#server/identity/core/settings-hash.ts';
import { areSettingsSigned, SETTINGS_LABELS } from '#server/identity/core/signed-settings.ts';
import type { Reader } from '#server/integrity/unlock-read-only.ts';
import { createSignedSettingsStore } from '#server/storage/access/backup-and-receiver-settings-store.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createCertificatesStore } from '#server/storage/http/certificates-store.ts';

export function checkAccess(db: SqlEngine, reader: Reader, isCopy: boolean): Finding[] {
  return [
    ...checkPrincipals(reader, isCopy ? fellowsOf(reader) : undefined),
    ...checkUnlisted(reader),
    ...checkNames(reader, isCopy),
    ...checkGrants(reader),
    ...checkMissingGrants(reader, isCopy),
    ...checkEnded(db, reader),
    ...checkSettings(reader),
    ...checkSignedSettings(db, reader),
    ...checkGroups(db, reader),
    ...checkPreferences(reader),
  ];
}

/** Returns the present members of the person's groups; a travelling copy may lack the rows of all others. */
function fellowsOf({ ledger, principal }: Reader): ReadonlySet<PrincipalId> {
  const groups = [...ledger.state().groups.values()];
  return new Set(
    groups.flatMap(({ members }) => (members.has(principal.principal_id) ? [...members.keys()] : [])),
  );
}

function checkPrincipals({ stores, ledger }: Reader, needed?: ReadonlySet<PrincipalId>): Finding[] {
  return [...ledger.state().principals].flatMap(([id, known]) => {
    const row = stores.principals.find(id);
    if (row === undefined && needed?.has(id) === false) return [];
    const holds =
      row !== undefined &&
      row.kind === known.kind &&
      equalBytes(fingerprint(publicKeysOfRow(row)), fingerprint(known.public_keys)) &&
      (!known.disabled || row.disabled_at !== null);
    return holds ? [] : [finding('principal_damaged', id)];
  });
}

/** Rows of principals and groups that no record made: they hold nothing, but lists would show them. */
function checkUnlisted({ stores, ledger }: Reader): Finding[] {
  const { principals, groups } = ledger.state();
  const unlisted: readonly string[] = [
    ...stores.principals.listNames().flatMap(({ principal_id: id }) => (principals.has(id) ? [] : [id])),
    ...stores.membership.listGroups().flatMap(({ security_group_id: id }) => (groups.has(id) ? [] : [id])),
  ];
  return unlisted.map((id) => finding('principal_damaged', isUuidV7(id) ? id : null));
}

/** Compares names of persons, groups and credentials, and expiry dates of credentials. */
function checkNames({ stores, ledger }: Reader, isCopy: boolean): Finding[] {
  const damaged = new Set<string>();
  const told = {
    report: (_: unknown, id: string) => damaged.add(id),
    resolve: (_: unknown, id: string) => damaged.delete(id),
  };
  createTamperedNames(stores, told, isCopy).check(ledger.records());
  return [...damaged].map((id) => finding('principal_damaged', id));
}

/** A stored grant must be the one a record announces. */
function checkGrants({ stores, ledger }: Reader): Finding[] {
  return [...ledger.state().principals.keys()].flatMap((memberId) =>
    stores.membership
      .listGrantsOf(memberId)
      .filter(({ seq, packed }) => ledger.recordAt(seq)?.grants_sha256?.[memberId] !== grantHash(packed))
      .map(() => finding('grant_damaged', memberId)),
  );
}

/**
 * Each present member has a grant of the group's key: without any, nobody opens it again, and its rows would only count as
 * not this person's. A travelling copy has the grants of its own person.
 */
function checkMissingGrants({ stores, ledger, principal }: Reader, isCopy: boolean): Finding[] {
  const { groups, principals } = ledger.state();
  const missing = new Set<PrincipalId>();
  for (const [group, { generation, members }] of groups) {
    const holders = new Set(stores.membership.listHolders(group, generation));
    for (const member of members.keys()) {
      if (holders.has(member) || principals.get(member)?.disabled === true) continue;
      if (!isCopy || member === principal.principal_id) missing.add(member);
    }
  }
  return [...missing].map((member) => finding('grant_damaged', member));
}

function checkEnded(db: SqlEngine, { stores, ledger }: Reader): Finding[] {
  const certificates = new Map(
    createCertificatesStore(db)
      .listCertificates()
      .map((row) => [row.fingerprint, row]),
  );
  const { principals } = ledger.state();
  return stores.credentials.list().flatMap((credential) => {
    // Shown as ended while the list says it is not: the list holds, and the row was changed.
    if (principals.get(credential.principal_id)?.disabled !== true)
      return credential.revoked_at === null ? [] : [finding('principal_damaged', credential.principal_id)];
    const isEnded =
      credential.revoked_at !== null && certificates.get(credential.fingerprint)?.revoked_at != null;
    return isEnded ? [] : [finding('certificate_unrevoked', credential.credential_id)];
  });
}

function checkSettings({ stores, ledger }: Reader): Finding[] {
  const signed = ledger.state().settings_sha256;
  const row = stores.workspace.findSettings();
  if (signed === null || row === undefined) return signed === null ? [] : [finding('settings_changed')];
  return settingsHash(row) === signed ? [] : [finding('settings_changed')];
}

/** Opens the person's own preferences; other persons' are sealed to them. */
function checkPreferences({ stores, workspace_id, principal }: Reader): Finding[] {
  const { principal_id, preferencesKey } = principal;
  const packed = stores.principals.findPreferences(principal_id);
  try {
    if (packed !== undefined) openPreferences(preferencesKey, packed, { workspace_id, principal_id });
    return [];
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    return [finding('preferences_damaged', principal_id)];
  }
}

/** Verifies signed settings of backups and of the DICOM port, reported by table name. */
function checkSignedSettings(db: SqlEngine, { ledger }: Reader): Finding[] {
  return (['backup_settings', 'receiver_settings'] as const).flatMap((table) => {
    const row = createSignedSettingsStore(db, table).find();
    const holds = row === undefined || areSettingsSigned(SETTINGS_LABELS[table], row, ledger.state());
    return holds ? [] : [finding('settings_changed', table)];
  });
}

const OF_GROUPS = [
  ['documents', 'document_id'],
  ['drive_nodes', 'node_id'],
  ['inbox_items', 'node_id'],
  ['outbox_messages', 'message_id'],
] as const;

/** Checks distinct group ids, because rows are many and groups few. */
function checkGroups(db: SqlEngine, { ledger }: Reader): Finding[] {
  const groups = ledger.state().groups;
  return OF_GROUPS.flatMap(([table, id]) => {
    const named = db
      .prepare<[], SecurityGroupId>(`SELECT DISTINCT security_group_id FROM ${table}`)
      .pluck()
      .all();
    const idsOf = db
      .prepare<[string], string>(`SELECT ${id} FROM ${table} WHERE security_group_id = ?`)
      .pluck();
    return named
      .filter((group) => !groups.has(group))
      .flatMap((group) => idsOf.all(group))
      .map((found) => finding('group_unknown', isUuidV7(found) ? found : null));
  });
}
