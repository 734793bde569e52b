/** A change as services publish it, inside the transaction that makes it. Source: choices, second part, "Events". */
import type { Resource } from '#contract/documents/document-index.ts';
import type { EventChange, EventKind } from '#contract/events/change-event.ts';
import type { PrincipalId, SecurityGroupId, VersionId } from '#contract/ids.ts';

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
}

export type ChangeListener = (change: ChangeEvent) => void;
