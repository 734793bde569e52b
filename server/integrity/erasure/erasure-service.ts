/**
 * Erases a patient: finds all of their data, removes it, and signs a statement of what was removed and what remains
 * elsewhere. Files go first, page by page; then record, exams, drafts and outbox in one transaction. An interruption is
 * reported; the same request continues and its statement names everything removed. Statement and audit entry are stored
 * in that transaction; repeating the request returns the statement.
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
import { wipe } from '#crypto/bytes.ts';
import { ERASURE_LABEL, encodeErasure, erasureFileText } from '#crypto/proof/erasure-file.ts';
import { type Actor, notFoundError } from '#server/identity/actor/actor.ts';
import { nowInstant } from '#server/system/clock.ts';
import type { ErasurePorts } from './erasure-ports.ts';
import { findPatientData, type PatientData } from './find-patient-data.ts';

/** Rounds of removing files, because modalities may keep sending some. */
const ROUNDS_MAX = 20;

export interface ErasureService {
  /** Lists what an erasure would remove, for owners of the group. Changes nothing. */
  readonly plan: (actor: Actor, patientId: DocumentId) => Promise<ErasurePlan>;
  /**
   * For owners of the group. For an erased patient, returns the stored statement to those it was sealed to.
   * @throws has_dependents for an exam that does not verify, and while files keep arriving
   */
  readonly erase: (actor: Actor, patientId: DocumentId, reason: string) => Promise<ErasureFile>;
}

export function createErasureService(ports: ErasurePorts): ErasureService {
  const { documents, drives, signing, clock, statements, soFar } = ports;

  async function plan(actor: Actor, patientId: DocumentId): Promise<ErasurePlan> {
    const { person, received, left } = await findPatientData(ports, actor, patientId);
    const { security_group_id, exams } = person;
    const { nodes, damaged } = await drives.ofExams.list(actor, security_group_id, exams);
    return planOf(
      { person, received, left: [...left, ...damaged.map((id) => damagedFile(id))] },
      { files: [...nodes], messages: exams.flatMap(ports.messagesOf) },
    );
  }

  function planOf(
    { person, received, left }: PatientData,
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
    const key = await documents.erasureKey(actor, patientId).catch(undefinedIfNotFound);
    if (key === undefined) return erasedBefore(actor, patientId);
    try {
      return await eraseWith(key, actor, patientId, reason);
    } finally {
      wipe(key);
      if (soFar.has(patientId)) ports.findings.report('erasure_unfinished', patientId);
      else ports.findings.resolve('erasure_unfinished', patientId);
    }
  }

  async function eraseWith(
    key: Uint8Array,
    actor: Actor,
    patientId: DocumentId,
    reason: string,
  ): Promise<ErasureFile> {
    const note = (erased: Parameters<ErasurePorts['soFar']['note']>[3]) =>
      soFar.note(actor, key, patientId, erased);
    await ports.removeFiles(soFar.find(actor, key, patientId).blobs);
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const theirs = await findPatientData(ports, actor, patientId).catch(undefinedIfNotFound);
      if (theirs === undefined) return erasedBefore(actor, patientId);
      const { person } = theirs;
      const { security_group_id, exams } = person;
      await drives.inbox.erase(theirs.received, (received) => note({ received, blobs: received }));
      await drives.ofExams.erase(actor, security_group_id, exams, (files, blobs) => note({ files, blobs }));
      const gone = soFar.find(actor, key, patientId);
      if (ports.areFilesFar) await ports.removeFiles(gone.blobs);
      const { damaged } = await drives.ofExams.list(actor, security_group_id, exams);
      const left = [
        ...theirs.left,
        ...damaged.map((id) => damagedFile(id)),
        ...(gone.isDamaged ? [{ kind: 'patient', id: patientId, why: 'damaged' } as const] : []),
      ];
      const messages = exams.flatMap(ports.messagesOf);
      const [files, received] = [new Set(gone.files), new Set(gone.received)];
      // Computed before rows are deleted, because it needs the exams; nothing afterwards may fail.
      const plan = planOf({ person, received: [...received], left }, { files: [...files], messages });
      const file = sign(actor, plan, reason);
      const isStill = (ids: readonly DocumentId[]) => !drives.ofExams.has(actor, security_group_id, ids);
      if (await documents.erasePerson(actor, person, isStill, () => keep(actor, file))) return file;
    }
    throw new VaultError(
      'has_dependents',
      'Files for this person keep arriving. Stop their sender, then erase again.',
    );
  }

  function keep(actor: Actor, file: ErasureFile): void {
    const { patient_id, security_group_id } = file.statement;
    statements.keep(file);
    soFar.delete(patient_id);
    const detail = createHash('sha256').update(erasureFileText(file)).digest('hex');
    const about = { object_type: 'patients', object_id: patient_id, security_group_id } as const;
    ports.recordAudit(actor, 'person_erased', { ...about, detail });
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

function undefinedIfNotFound(error: unknown): undefined {
  if (error instanceof VaultError && error.code === 'not_found') return undefined;
  throw error;
}

function damagedFile(id: string): ErasurePlan['left'][number] {
  return { kind: 'file', id, why: 'damaged' };
}
