/**
 * Changes a document's row. The change is prepared outside the transaction, because sealing takes most of the time, and
 * written inside only if the row is unchanged. Otherwise it is validated and prepared again on the present row inside
 * the transaction, so no write is lost. While another change of the document is pending, it is prepared only inside.
 * Source: sealing design B8 (conditional write).
 */

import type { Role } from '#contract/access/roles.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId } from '#contract/ids.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { type DocumentName, requireDocument } from '#server/documents/reads/find-document.ts';
import { signRow } from '#server/documents/sealing/document-row-mac.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { WriteOptions } from '#server/identity/requests/write-options.ts';
import type { DocumentRow, UnnumberedRow } from '#server/storage/documents/document-row.ts';
import type { ChainedVersion } from '#server/storage/documents/version-store.ts';
import { nowInstant } from '#server/system/clock.ts';
import { publishChanges } from './publish-change.ts';

type Changes = Partial<
  Omit<DocumentRow, 'document_id' | 'resource' | 'security_group_id' | 'row_rev' | 'row_mac' | 'change_seq'>
>;

/** Change of a row that is ready to be written. */
export interface PreparedChange<Result> {
  /** Row to write; null when the document already is as wanted. */
  readonly next: UnnumberedRow | null;
  /** New version that `persist` writes; undefined when the change makes none. */
  readonly head?: ChainedVersion;
  /** Writes related rows (versions, drafts) after the document's row. */
  readonly persist?: () => void;
  /** Returns the result once the change is durable. */
  readonly result: (row: DocumentRow) => Result;
}

export interface RowChange<Result> {
  readonly name: DocumentName;
  readonly role: Role;
  /** Throws when the row may not be changed; called before any waiting, and again for the row that is written. */
  readonly validate?: (row: DocumentRow) => void;
  /** Seals the new content; also validates the row where there is no `validate`. */
  readonly prepare: (row: DocumentRow) => PreparedChange<Result>;
}

/** The row with `changes`, the next revision number and a new MAC. */
export function changedRow(actor: Actor, row: DocumentRow, changes: Changes): UnnumberedRow {
  return signRow(actor.keyRing, { ...row, ...changes, row_rev: row.row_rev + 1 });
}

/** The columns for who changed a document last, and when. */
export function updatedColumns(
  core: DocumentsCore,
  actor: Actor,
): Pick<DocumentRow, 'updated_at' | 'updated_by'> {
  return { updated_at: nowInstant(core.clock), updated_by: actor.principal_id };
}

/**
 * Commits a change of a document.
 * @returns the result of the written change, or of the present row when there was none.
 * @throws the errors of `validate` and `prepare`, and those of `requireDocument`.
 */
export async function commitChange<Result>(
  core: DocumentsCore,
  actor: Actor,
  change: RowChange<Result>,
  options: WriteOptions = {},
): Promise<Result> {
  const row = requireDocument(core, actor, change.name, change.role);
  change.validate?.(row);
  const isContended = core.waiting.has(row.document_id);
  const prepared = isContended ? undefined : change.prepare(row);
  if (prepared?.next === null && options.withinTransaction === undefined) return prepared.result(row);
  const { written, result } = await waiting(core, row.document_id, () =>
    core.commits.write(() => {
      const done = writeChange(core, actor, change, row, prepared);
      options.withinTransaction?.(done.written.document_id);
      return done;
    }),
  );
  return result(written);
}

/** Counts the change as pending while `work` runs. */
async function waiting<T>(
  { waiting: counts }: DocumentsCore,
  documentId: DocumentId,
  work: () => Promise<T>,
): Promise<T> {
  counts.set(documentId, (counts.get(documentId) ?? 0) + 1);
  try {
    return await work();
  } finally {
    const left = (counts.get(documentId) ?? 1) - 1;
    if (left === 0) counts.delete(documentId);
    else counts.set(documentId, left);
  }
}

interface Done<Result> extends Pick<PreparedChange<Result>, 'result'> {
  readonly written: DocumentRow;
}

function writeChange<Result>(
  core: DocumentsCore,
  actor: Actor,
  change: RowChange<Result>,
  row: DocumentRow,
  prepared: PreparedChange<Result> | undefined,
): Done<Result> {
  if (!core.pending.has(row.document_id) && prepared && prepared.next !== null) {
    const done = replaceRow(core, actor, row, prepared.next, prepared);
    if (done !== undefined) return done;
  }
  const current = requireDocument(core, actor, change.name, change.role);
  change.validate?.(current);
  const again = change.prepare(current);
  if (again.next === null) return { written: current, result: again.result };
  const done = replaceRow(core, actor, current, again.next, again);
  if (done === undefined)
    throw new VaultError(
      'protocol_error',
      'The vault could not store the change. Read the document, then try again.',
    );
  return done;
}

/** Replaces the row. Undefined when it has changed since the preparation. */
function replaceRow<Result>(
  core: DocumentsCore,
  actor: Actor,
  row: DocumentRow,
  next: UnnumberedRow,
  { head, persist, result }: PreparedChange<Result>,
): Done<Result> | undefined {
  const written = core.documents.replace(next, row.row_mac);
  if (written === undefined) return undefined;
  persist?.();
  core.rows.cacheWritten(written, head);
  publishChanges(core, actor, row, written);
  return { written, result };
}
