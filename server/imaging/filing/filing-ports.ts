/** Ports to documents and drives that filing needs. `server/app/services/services.ts` connects them. */
import type { Resource } from '#contract/documents/document-index.ts';
import type { CreateBody, ExamPatientBody, ListQuery, UpdateBody } from '#contract/documents/requests.ts';
import type { DocumentListItem, DocumentView } from '#contract/documents/views.ts';
import type { DicomHeader } from '#contract/drives/dicom.ts';
import type { DocumentId, NodeId, SecurityGroupId } from '#contract/ids.ts';
import type { Page } from '#contract/paged-list.ts';
import type { InstanceHeader } from '#dicom/instance-header.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { InboxRow } from '#server/storage/inbox/inbox-store.ts';

export interface DocumentsPort {
  readonly list: <R extends Resource>(
    actor: Actor,
    resource: R,
    query: ListQuery,
  ) => Promise<Page<DocumentListItem<R>>>;
  readonly get: <R extends Resource>(actor: Actor, resource: R, id: DocumentId) => Promise<DocumentView<R>>;
  readonly create: <R extends Resource>(
    actor: Actor,
    resource: R,
    body: CreateBody<R>,
  ) => Promise<DocumentView<R>>;
  readonly update: <R extends Resource>(
    actor: Actor,
    resource: R,
    id: DocumentId,
    body: UpdateBody<R>,
  ) => Promise<unknown>;
  readonly setExamPatient: (actor: Actor, examId: DocumentId, body: ExamPatientBody) => Promise<unknown>;
  readonly findExamGroup: (examId: DocumentId) => { readonly security_group_id: SecurityGroupId } | undefined;
  /** Exams of the group without a patient and not in the trash. */
  readonly listUnlinkedExams: (securityGroupId: SecurityGroupId) => readonly DocumentId[];
}

/** Received DICOM file in a drive. */
export interface StudyFile {
  readonly row: { readonly exam_id: DocumentId | null };
  readonly header: DicomHeader;
}

/** Opened inbox item. */
export interface ReceivedObject {
  readonly row: InboxRow;
  readonly header: InstanceHeader;
  readonly source: string;
}

export interface InboxPort<Item extends ReceivedObject> {
  readonly groups: () => readonly SecurityGroupId[];
  readonly listAfter: (securityGroupId: SecurityGroupId, after: string, limit: number) => readonly InboxRow[];
  readonly has: (nodeId: NodeId) => boolean;
  readonly open: (actor: Actor, row: InboxRow) => Item;
  readonly adopt: (actor: Actor, item: Item, examId: DocumentId) => Promise<unknown>;
  readonly damaged: (nodeId: NodeId) => void;
}
