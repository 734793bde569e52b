/**
 * Erases a patient: finds all of their data, removes it, and signs a statement of what was removed and what remains
 * elsewhere. Files go first, page by page; then record, exams, drafts and outbox in one transaction. After an
 * interruption, the same request continues. Statement and audit entry are stored in that transaction; repeating the
 * request returns the statement.
 */
import { createHash } from 'node:crypto';
import {
  ERASURE_FILE_FORMAT,
  type ErasureFile,
  type ErasurePlan,
  type ErasureStatement,
} from '#contract/documents/erasure.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId } from '#contract/ids.ts';
import { ERASURE_LABEL, encodeErasure, erasureFileText } from '#crypto/proof/erasure-file.ts';
import { type Actor, notFoundError } from '#server/identity/actor/actor.ts';
import { nowInstant } from '#server/system/clock.ts';
import type { ErasurePorts } from './erasure-ports.ts';
import { lookFor, type Theirs } from './look-for.ts';

/** Rounds of removing files, because modalities may keep sending some. */
const ROUNDS_MAX = 20;

export interface ErasureService {
  /** For owners of the group. Changes nothing. */
  readonly plan: (actor: Actor, patientId: DocumentId) => Promise<ErasurePlan>;
  /**
   * For owners of the group. For an erased patient, returns the stored statement to those it was sealed to.
   * @throws has_dependents for an exam that does not verify, and while files keep arriving
   */
  readonly erase: (actor: Actor, patientId: DocumentId, reason: string) => Promise<ErasureFile>;
}

export function createErasureService(ports: ErasurePorts): ErasureService {
  const { documents, drives, signing, clock, statements } = ports;

  async function plan(actor: Actor, patientId: DocumentId): Promise<ErasurePlan> {
    const { person, received, left } = await lookFor(ports, actor, patientId);
    const { security_group_id, exams } = person;
    const { nodes, damaged } = await drives.ofExams.list(actor, security_group_id, exams);
    return planOf(
      { person, received, left: [...left, ...damaged.map((id) => damagedFile(id))] },
      { files: [...nodes], messages: exams.flatMap(ports.messagesOf) },
    );
  }

  function planOf(
    { person, received, left }: Theirs,
    { files, messages }: Pick<ErasurePlan, 'files' | 'messages'>,
  ): ErasurePlan {
    const { patient_id, security_group_id, created_at, exams, versions, drafts } = person;
    const snapshots = ports.snapshotsSince(created_at);
    return {
      ...{ security_group_id, patient_id, exams: [...exams], files, received: [...received], messages },
      ...{ versions, drafts, left: [...left] },
      still_held: {
        snapshots: snapshots === null ? null : [...snapshots],
        copies: documents.copiesOf(security_group_id),
      },
    };
  }

  async function erase(actor: Actor, patientId: DocumentId, reason: string): Promise<ErasureFile> {
    const files = new Set<ErasurePlan['files'][number]>();
    const received = new Set<ErasurePlan['received'][number]>();
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const theirs = await lookFor(ports, actor, patientId).catch((error: unknown) => {
        if (error instanceof VaultError && error.code === 'not_found') return undefined;
        throw error;
      });
      if (theirs === undefined) return erasedBefore(actor, patientId);
      const { person } = theirs;
      const { security_group_id, exams } = person;
      for (const id of await drives.inbox.erase(theirs.received)) received.add(id);
      for (const id of await drives.ofExams.erase(actor, security_group_id, exams)) files.add(id);
      const { damaged } = await drives.ofExams.list(actor, security_group_id, exams);
      const left = [...theirs.left, ...damaged.map((id) => damagedFile(id))];
      const messages = exams.flatMap(ports.messagesOf);
      // Computed before rows are deleted, because it needs the exams; nothing afterwards may fail.
      const gone = planOf({ person, received: [...received], left }, { files: [...files], messages });
      const file = sign(actor, gone, reason);
      const isStill = (ids: readonly DocumentId[]) => !drives.ofExams.has(actor, security_group_id, ids);
      if (await documents.erasePerson(actor, person, isStill, () => keep(actor, file))) return file;
    }
    throw new VaultError(
      'has_dependents',
      'Files keep coming in for this person; end that first, and erase again.',
    );
  }

  function keep(actor: Actor, file: ErasureFile): void {
    const { patient_id, security_group_id } = file.statement;
    statements.keep(file);
    const detail = createHash('sha256').update(erasureFileText(file)).digest('hex');
    const about = { object_type: 'patients', object_id: patient_id, security_group_id } as const;
    ports.tell(actor, 'person_erased', { ...about, detail });
  }

  /** The statement of an earlier erasure. @throws not_found */
  function erasedBefore(actor: Actor, patientId: DocumentId): ErasureFile {
    const file = statements.find(actor, patientId);
    if (file === undefined) throw notFoundError();
    return file;
  }

  function sign(actor: Actor, gone: ErasurePlan, reason: string): ErasureFile {
    const { sign: signWith, ...signer } = signing.signerOf(actor);
    const { workspace_id, principal_id } = actor;
    const statement: ErasureStatement = {
      ...{ ...gone, ...signer, workspace_id, principal_id, reason },
      erased_at: nowInstant(clock),
    };
    return {
      format: ERASURE_FILE_FORMAT,
      statement,
      ...signWith(ERASURE_LABEL, encodeErasure(statement)),
      membership: signing.pathOf(statement),
    };
  }

  return { plan, erase };
}

function damagedFile(id: string): ErasurePlan['left'][number] {
  return { kind: 'file', id, why: 'damaged' };
}
