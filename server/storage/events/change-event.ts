/** A change as services publish it, inside the transaction that makes it. Source: choices, second part, "Events". */
import type { Resource } from '#contract/documents/document-index.ts';
import type { EventChange, EventKind } from '#contract/events/change-event.ts';
import type { DocumentId, PrincipalId, SecurityGroupId, VersionId } from '#contract/ids.ts';

export interface ChangeEvent {
  readonly event: EventKind;
  readonly id: string;
  readonly change: EventChange;
  /** The recipients: members of this group, or with null the principal `by` and administrators. */
  readonly security_group_id: SecurityGroupId | null;
  readonly resource?: Resource;
  readonly version_id?: VersionId;
  readonly draft_rev?: string;
  readonly by: PrincipalId;
  /** Patients of an exam before and after the change. For the audit log alone. */
  readonly patient_ids?: readonly DocumentId[];
  /** Exams of a file before and after the change. For the audit log alone. */
  readonly exam_ids?: readonly DocumentId[];
}

export type ChangeListener = (change: ChangeEvent) => void;
