/**
 * How a document's row changes: the change is prepared outside the transaction (sealing takes most of the
 * time), and inside it written only if the row still is the one it was prepared from. Otherwise it is judged
 * and prepared again on the row as it is now, inside the transaction, so no write is ever lost or misplaced.
 * Source: sealing design B8, "Conditional write".
 */

import type { Role } from '#contract/access/roles.ts';
import { VaultError } from '#contract/vault-error.ts';
import type { Actor } from '#server/access/actor.ts';
import { nowInstant } from '#server/access/clock.ts';
import type { WriteOptions } from '#server/access/write-options.ts';
import type { DocumentRow, UnnumberedRow } from '#server/db/documents/document-row.ts';
import type { DocumentsCore } from '../documents-core.ts';
import { type DocumentName, requireDocument } from '../reads/find-document.ts';
import { signRow } from '../sealing/row-seal.ts';

type Changes = Partial<
  Omit<DocumentRow, 'document_id' | 'resource' | 'security_group_id' | 'row_rev' | 'row_mac' | 'change_seq'>
>;

/** A change ready to be written. */
export interface PreparedChange {
  readonly next: UnnumberedRow;
  /** Writes what belongs to it (versions, drafts), after the row. */
  readonly persist?: () => void;
}

export interface RowChange {
  readonly name: DocumentName;
  readonly role: Role;
  /** The row as the caller has just read and judged it; read here when absent. */
  readonly row?: DocumentRow;
  /** Judges the row and seals what is to be written; null when there is nothing to change. */
  readonly prepare: (row: DocumentRow) => PreparedChange | null;
}

/** The row with `changes`, its revision counted on and its MAC made. */
export function changedRow(actor: Actor, row: DocumentRow, changes: Changes): UnnumberedRow {
  const { change_seq: _, ...kept } = row;
  return signRow(actor.keyRing, { ...kept, ...changes, row_rev: row.row_rev + 1 });
}

/** The columns that say who changed a document last, and when. */
export function stamp(core: DocumentsCore, actor: Actor): Pick<DocumentRow, 'updated_at' | 'updated_by'> {
  return { updated_at: nowInstant(core.clock), updated_by: actor.principal_id };
}

/**
 * Commits a change of a document.
 * @returns the row as it stands afterwards.
 * @throws whatever `prepare` finds, and what `requireDocument` throws.
 */
export async function commitChange(
  core: DocumentsCore,
  actor: Actor,
  change: RowChange,
  options: WriteOptions = {},
): Promise<DocumentRow> {
  const row = change.row ?? requireDocument(core, actor, change.name, change.role);
  const prepared = change.prepare(row);
  if (prepared === null && options.withinTransaction === undefined) return row;
  return core.commits.write(() => {
    const written = writeChange(core, actor, change, row, prepared);
    options.withinTransaction?.(written.document_id);
    return written;
  });
}

function writeChange(
  core: DocumentsCore,
  actor: Actor,
  change: RowChange,
  row: DocumentRow,
  prepared: PreparedChange | null,
): DocumentRow {
  const written =
    core.pending.has(row.document_id) || prepared === null
      ? undefined
      : core.documents.replace(prepared.next, row.row_mac);
  if (written !== undefined) {
    prepared?.persist?.();
    return written;
  }
  const current = requireDocument(core, actor, change.name, change.role);
  const again = change.prepare(current);
  if (again === null) return current;
  const rewritten = core.documents.replace(again.next, current.row_mac);
  if (rewritten === undefined)
    throw new VaultError('protocol_error', 'The vault could not store the change.');
  again.persist?.();
  return rewritten;
}
