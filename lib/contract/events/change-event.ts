/**
 * Wire types of change events: which object, what kind of change, by whom; never content.
 * Source: choices, second part, "Events".
 */
import { type Static, Type } from 'typebox';
import { ResourceSchema } from '#contract/documents/document-index.ts';
import { PrincipalIdSchema, UUID_V7_PATTERN, VersionIdSchema } from '#contract/ids.ts';

export const EVENT_KINDS = [
  'document',
  'node',
  'draft',
  'group',
  'session',
  'presence',
  'cosign_request',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export const EVENT_CHANGES = ['created', 'updated', 'archived', 'trashed', 'restored', 'purged'] as const;
export type EventChange = (typeof EVENT_CHANGES)[number];

/** Content of an event's `data:` line. */
export const EventDataSchema = Type.Object({
  /** Resource of the changed object: for documents, drafts, presence and co-signature requests. */
  resource: Type.Optional(ResourceSchema),
  id: Type.String({ pattern: UUID_V7_PATTERN }),
  change: Type.Unsafe<EventChange>({ type: 'string', enum: [...EVENT_CHANGES] }),
  /** The document's newest version after a change of its record. */
  version_id: Type.Optional(VersionIdSchema),
  draft_rev: Type.Optional(Type.String()),
  by: PrincipalIdSchema,
});
export type EventData = Static<typeof EventDataSchema>;

/** Change event as a stream reader receives it. */
export interface VaultEvent {
  /** The change number; `Last-Event-ID` names the last one seen. */
  readonly id: string;
  readonly event: EventKind;
  readonly data: EventData;
}
