/**
 * Findings of vault folders and backups: one table of codes and texts for all commands and screens. A finding names its
 * subject by id or file name, never by clinical text.
 * Source: choices, "Second part" (Command line).
 */

const RESTORE = 'Restore it from the newest backup that verifies.';
const ASK = 'Keep a copy of the folder, then restore it from the newest backup that verifies.';
const PURGE = 'Restore it from a backup, or ask an owner to purge it.';
const START_ONCE = 'Start the vault and unlock as an administrator.';

export const FINDINGS = {
  database_missing: ['vault.sqlite is missing.', RESTORE],
  database_damaged: ['The database is damaged.', ASK],
  database_not_a_vault: ['vault.sqlite is not the database of a vault.', RESTORE],
  database_not_readable: [
    'The database cannot be read by the user who ran this command. Nothing says that it is damaged.',
    'Run the command as the owner of the folder, and check that the folder and its disk allow reading and writing.',
  ],
  folder_unsafe: [
    'A file of the database is a link, has another name elsewhere, or is no file. It was not opened.',
    'Put the file itself there, or a copy of it, then repeat the command.',
  ],
  database_busy: [
    'Another program uses the database, so it cannot be checked now. Nothing says that it is damaged.',
    'Wait for that program or stop it, then repeat the command.',
  ],
  disk_full: [
    'The disk is full, so the database cannot be opened. Nothing says that it is damaged.',
    'Free space on the disk, then repeat the command.',
  ],
  disk_failing: [
    'The disk answers reads of the database with an error.',
    'Check the disk, its cable and its mount first. Restore a backup only onto a disk that works.',
  ],
  vault_missing: [
    'No vault has been made in this folder.',
    'Check --data, and that the disk of the vault is mounted. «srvault init» makes a new vault.',
  ],
  database_newer: ['The vault was written by a newer version of the program.', 'Update the program.'],
  copy_unfinished: [
    'The travelling copy is incomplete.',
    'Run the same «srvault travel take», or delete the folder.',
  ],
  copy_damaged: [
    'The marker file of the travelling copy is missing or damaged.',
    'Restore it from a backup of the copy, or take the copy again into a new folder.',
  ],
  clinic_damaged: [
    'The folder «clinic» of the travelling copy is missing or damaged: it cannot exchange.',
    'Restore the copy from its backup, or take it again into a new folder.',
  ],
  reference_broken: ['A row refers to one that is missing.', ASK],
  rolled_back: [
    'The folder is older than it was when last used here.',
    'Find out who set it back. To accept the older state, start with --accept-rollback.',
  ],
  history_disputed: [
    'A client has seen a newer state or another history of this vault.',
    'Find out who set it back, or where else it is served. To accept the present state, start with --accept-rollback.',
  ],
  history_doubted: [
    'A client reports a newer state of this vault, without proof.',
    'Find out whether it was used with a copy of the vault. If so, delete vault-state from its credential folder.',
  ],
  state_differs: [
    'A group’s records were rolled back, added or removed.',
    'Run «srvault verify» as an administrator: it names what the audit log knows. Accept the records as they are only if you know the reason.',
  ],
  id_damaged: ['A row has an invalid id.', PURGE],
  membership_damaged: ['The signed list of members is not the one that was signed.', ASK],
  principal_damaged: ['A principal’s row differs from the signed list.', ASK],
  grant_damaged: ['A member’s group key is missing or differs from the signed list.', ASK],
  settings_changed: ['The settings differ from what an administrator signed.', 'Set them again.'],
  certificate_unrevoked: [
    'A revoked credential is still marked as valid.',
    'Revoke it again: srvault credential revoke.',
  ],
  group_unknown: ['A row belongs to a group the signed list does not know.', ASK],
  document_damaged: ['A document’s row or key does not verify.', PURGE],
  summary_damaged: [
    'A document’s summary does not open.',
    'Open and save the document, or restore it from a backup.',
  ],
  version_damaged: ['A version does not open.', PURGE],
  version_missing: ['A version of the chain is missing.', PURGE],
  version_unexpected: ['A version is newer than the head of its document.', PURGE],
  signature_damaged: [
    'A signature of a document is missing or does not open.',
    'Restore the document from a backup, or sign it again.',
  ],
  cosign_request_damaged: [
    'A request to co-sign a document is missing or does not open.',
    'Restore the document from a backup, or ask again.',
  ],
  draft_damaged: ['A draft does not open.', 'Discard the draft, or restore it from a backup.'],
  link_broken: ['An exam names a patient that is missing.', 'Link the exam to its patient again.'],
  file_damaged: ['A file’s row, key or name does not verify.', PURGE],
  received_damaged: [
    'A received object, not yet filed, does not open.',
    'Ask its sender to send it again, or restore it from a backup.',
  ],
  message_damaged: [
    'A message of the HL7 outbox does not open.',
    'Remove it from the outbox («srvault hl7 outbox discard»), then send its report again.',
  ],
  preferences_damaged: [
    'The preferences of the person who looked do not open.',
    'Choose the appearance and lists again, or restore them from a backup.',
  ],
  blob_missing: ['The content of a file is missing.', RESTORE],
  blob_damaged: ['The content of a file does not open.', RESTORE],
  blob_length: ['The content of a file has the wrong length.', RESTORE],
  blob_unknown: [
    'A file in blobs/ belongs to no row.',
    'A damaged row may have lost it. Keep it until no file is missing.',
  ],
  picture_damaged: ['A picture made of a file is missing or does not open.', 'Process the file again.'],
  conflicted_copy: [
    'A program that syncs folders made a second copy of a file of the vault.',
    'Take the vault’s folder out of that program. Keep the copy until «srvault verify» reports no problem; it may be the newer one.',
  ],
  quarantined: ['A file is in quarantine.', 'It was not opened. Only an owner can remove it.'],
  audit_damaged: ['An entry of the audit log was changed, moved or is missing.', ASK],
  audit_cut: ['The audit log ends before its last known entry.', ASK],
  audit_behind: ['A change of a document is missing from the audit log.', ASK],
  document_set_back: [
    'A document lacks the newest version the audit log names: it was set back, or removed without a purge.',
    'Restore it from the newest backup that has that version.',
  ],
  purge_undone: [
    'A document or file is present again after its purge in the audit log.',
    'Find out who put it in. Ask an owner to purge it, or restore the folder from the newest backup that verifies.',
  ],
  certificate_missing: ['A certificate or its key is missing from pki/.', RESTORE],
  certificate_damaged: ['A certificate in pki/ is damaged or not of this vault.', RESTORE],
  certificate_not_readable: [
    'A certificate or its key in pki/ cannot be read by the user who ran this command.',
    'Run the command as the owner of the folder.',
  ],
  certificate_not_yet_valid: [
    'A certificate is valid only from a later day on: the clock was once ahead, or is behind now.',
    'Check the clock. If it is right, unlock the vault on this computer as an administrator, or stop the server and run «srvault certificate renew»: either makes it anew, the CA too. Renew credentials of that day by «srvault credential renew».',
  ],
  certificate_ended: ['A certificate has expired.', START_ONCE],
  certificate_ends_soon: ['A certificate expires within 30 days.', START_ONCE],
  key_readable: ['Other users can read a key file.', 'Run chmod 600 on it.'],
  disk_low: ['The disk is nearly full.', 'Free space before the vault has to refuse writes.'],
  clock_behind: [
    'The clock of this computer is behind the newest change in the vault.',
    'Check the clock: times of changes would be wrong. If it is right, the vault was once used under a clock ahead. Certificates made then are made anew at the next unlock of an administrator; what was changed then keeps its time, and this is told for a week of work under the right clock.',
  ],
  database_away: [
    'The database of the vault does not answer.',
    'Start it, or repair the connection. Nothing says that anything in it is damaged.',
  ],
  files_away: [
    'The storage of the sealed files does not answer.',
    'Mount or start it, or repair the connection. Nothing says that any file is lost.',
  ],
  erasure_unfinished: [
    'Erasing a person was cut off: some of their files are gone, and their record is not.',
    'Erase the same person again. It goes on where it ended, and its statement names everything that went.',
  ],
  program_outdated: [
    'A newer version of the program is available.',
    'Read what it changes, make a backup, then update the program.',
  ],
  backup_incomplete: [
    'A file of the backup is missing.',
    'Make a new backup; use an older snapshot meanwhile.',
  ],
  backup_damaged: ['A file of the backup differs from its manifest.', 'Use another snapshot.'],
  backup_unsigned: ['The manifest is not signed by a person of this vault.', 'Use another snapshot.'],
} as const satisfies Record<string, readonly [what: string, advice: string]>;

export type FindingCode = keyof typeof FINDINGS;

export interface Finding {
  readonly code: FindingCode;
  /** Id of the document, file, group, principal or credential; a file name; null for the whole vault. */
  readonly id: string | null;
  readonly what: string;
  readonly advice: string;
}

/** `detail` is appended to the table's sentence: counts, days, system codes. */
export function finding(code: FindingCode, id: string | null = null, detail?: string): Finding {
  const [sentence, advice] = FINDINGS[code];
  return { code, id, what: detail === undefined ? sentence : `${sentence} ${detail}`, advice };
}
