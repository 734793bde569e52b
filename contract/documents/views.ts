/**
 * Answers about documents: the view of one, the rows of a list, versions and drafts.
 * Source: API spec, "Document view"; choices, "Documents".
 */
import { type TSchema, Type } from 'typebox';
import { IdSchema } from '../ids.ts';
import { InstantSchema } from '../instant.ts';
import { NullableString } from '../nullable.ts';
import {
  type Author,
  AuthorSchema,
  type DocumentIndex,
  DocumentIndexSchema,
  type Resource,
} from './document-index.ts';
import type { RecordOf } from './records.ts';
import type { SummaryOf } from './summaries.ts';

export function documentViewSchema(record: TSchema, summary: TSchema) {
  return Type.Object({
    index: DocumentIndexSchema,
    version_id: NullableString,
    draft_rev: NullableString,
    record,
    summary,
  });
}

export interface DocumentView<R extends Resource> {
  readonly index: DocumentIndex;
  readonly version_id: string | null;
  /** Set only when `record` is the draft's (`include_draft`). */
  readonly draft_rev: string | null;
  readonly record: RecordOf[R];
  readonly summary: SummaryOf[R];
}

export function documentListItemSchema(summary: TSchema) {
  return Type.Object({
    index: DocumentIndexSchema,
    version_id: NullableString,
    draft_rev: NullableString,
    summary: Type.Union([summary, Type.Null()]),
  });
}

export interface DocumentListItem<R extends Resource> {
  readonly index: DocumentIndex;
  readonly version_id: string | null;
  readonly draft_rev: string | null;
  /** Null where the caller holds no key for the document's group. */
  readonly summary: SummaryOf[R] | null;
}

export const DocumentVersionSchema = Type.Object({
  version_id: IdSchema,
  seq: Type.Integer(),
  created_at: InstantSchema,
  created_by: AuthorSchema,
  ciphertext_bytes: Type.Integer(),
  /** SHA-256 of the sealed envelope, lower-case hex. */
  sha256: Type.String(),
});

export interface DocumentVersion {
  readonly version_id: string;
  readonly seq: number;
  readonly created_at: string;
  readonly created_by: Author;
  readonly ciphertext_bytes: number;
  readonly sha256: string;
}

/** Decimal string, counted per document from "1", never restarted. */
export const DRAFT_REV_PATTERN = '^[1-9][0-9]{0,15}$';
export const DraftRevSchema = Type.String({ pattern: DRAFT_REV_PATTERN });

const draftFields = {
  draft_rev: DraftRevSchema,
  base_version_id: NullableString,
  author: AuthorSchema,
  updated_at: InstantSchema,
};

export const DraftStateSchema = Type.Object(draftFields);
export const DiscardedDraftSchema = Type.Object({ ...draftFields, discarded_at: InstantSchema });

export interface DraftState {
  readonly draft_rev: string;
  readonly base_version_id: string | null;
  readonly author: Author;
  readonly updated_at: string;
}

export interface Draft<R extends Resource> extends DraftState {
  readonly record: RecordOf[R];
}

/** A draft that was discarded or superseded; kept for `draft_retention_days`. */
export interface DiscardedDraft extends DraftState {
  readonly discarded_at: string;
}

export function draftSchema(record: TSchema) {
  return Type.Object({ ...draftFields, record });
}

export function discardedDraftSchema(record: TSchema) {
  return Type.Object({ ...draftFields, discarded_at: InstantSchema, record });
}
