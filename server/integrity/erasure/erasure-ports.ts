/** Ports to other services that erasing a patient needs. `server/app/services/audit-and-backup-services.ts` connects them. */
import type { AuditKind } from '#contract/audit/audit-entry.ts';
import type { Resource } from '#contract/documents/document-index.ts';
import type { StillHeld } from '#contract/documents/erasure.ts';
import type { ListQuery } from '#contract/documents/requests.ts';
import type { DocumentListItem, DocumentView } from '#contract/documents/views.ts';
import type { DocumentId, MessageId, NodeId, SecurityGroupId } from '#contract/ids.ts';
import type { UnmatchedStudies } from '#contract/imaging/unmatched-studies.ts';
import type { Page } from '#contract/paged-list.ts';
import type { InstanceHeader } from '#dicom/instance-header.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { SigningPort } from '#server/identity/actor/signing-port.ts';
import type { FindingsPort } from '#server/identity/requests/findings-port.ts';
import type { Clock } from '#server/system/clock.ts';
import type { ErasureProgress } from './erasure-progress.ts';
import type { ErasureStatements } from './erasure-statements.ts';

/** A patient's record and exams, by rows that verify. */
export interface Person {
  readonly patient_id: DocumentId;
  readonly security_group_id: SecurityGroupId;
  readonly created_at: string;
  readonly exams: readonly DocumentId[];
  readonly versions: number;
  readonly drafts: number;
}

export interface DocumentsPort {
  readonly get: <R extends Resource>(actor: Actor, resource: R, id: DocumentId) => Promise<DocumentView<R>>;
  readonly list: <R extends Resource>(
    actor: Actor,
    resource: R,
    query: ListQuery,
  ) => Promise<Page<DocumentListItem<R>>>;
  readonly personOf: (actor: Actor, patientId: DocumentId) => Promise<Person>;
  readonly erasePerson: (
    actor: Actor,
    person: Person,
    isStill: (exams: readonly DocumentId[]) => boolean,
    keep: () => void,
  ) => Promise<boolean>;
  /** Derives the erasure key (32 bytes) from the DEK of the record. */
  readonly erasureKey: (actor: Actor, patientId: DocumentId) => Promise<Uint8Array>;
  readonly copiesOf: (securityGroupId: SecurityGroupId) => StillHeld['copies'];
}

export interface DrivesPort {
  readonly ofExams: {
    readonly list: (
      actor: Actor,
      group: SecurityGroupId,
      ids: readonly DocumentId[],
    ) => Promise<{ readonly nodes: readonly NodeId[]; readonly damaged: readonly NodeId[] }>;
    readonly erase: (
      actor: Actor,
      group: SecurityGroupId,
      ids: readonly DocumentId[],
      note: (files: readonly NodeId[], blobs: readonly string[]) => void,
    ) => Promise<void>;
    readonly has: (actor: Actor, group: SecurityGroupId, ids: readonly DocumentId[]) => boolean;
  };
  readonly inbox: {
    readonly find: (
      actor: Actor,
      group: SecurityGroupId,
      isTheirs: (header: InstanceHeader) => boolean,
    ) => Promise<NodeId[]>;
    readonly erase: (nodeIds: readonly NodeId[], note: (gone: readonly NodeId[]) => void) => Promise<void>;
  };
}

export interface ErasurePorts {
  readonly documents: DocumentsPort;
  readonly drives: DrivesPort;
  /** Unmatched studies of the group. */
  readonly toMatch: (actor: Actor, group: SecurityGroupId) => Promise<Pick<UnmatchedStudies, 'items'>>;
  /** Outbox messages of an exam. */
  readonly messagesOf: (examId: DocumentId) => readonly MessageId[];
  readonly snapshotsSince: (instant: string) => readonly string[] | null;
  readonly signing: SigningPort;
  readonly statements: ErasureStatements;
  readonly soFar: ErasureProgress;
  /** Sealed files whose rows went with an erasure, from wherever they lie now. @throws while their storage is away */
  readonly removeFiles: (blobIds: readonly string[]) => Promise<void>;
  /**
   * True where sealed files are in a bucket or shared folder, which may have been unavailable when files were to be
   * removed.
   */
  readonly areFilesFar: boolean;
  readonly findings: FindingsPort;
  readonly clock: Clock;
  /** Records the erasure in the audit log, inside its transaction. */
  readonly recordAudit: (
    actor: Actor,
    kind: AuditKind,
    about: {
      readonly object_type: 'patients';
      readonly object_id: string;
      readonly security_group_id: SecurityGroupId;
      readonly detail: string;
    },
  ) => void;
}
