/**
 * Responses about documents: the view of one, rows of a list, versions and drafts.
 * Source: API spec, "Document view"; choices, "Documents".
 */
import { type Static, type TUnsafe, Type } from 'typebox';
import { nullableId, type VersionId, VersionIdSchema } from '#contract/ids.ts';
import { InstantSchema } from '#contract/instant.ts';
import { NullableString } from '#contract/nullable-schemas.ts';
import { TextMatchesSchema } from '#contract/search/text-matches.ts';
import { AuthorSchema, DocumentIndexSchema, type Resource } from './document-index.ts';
import { recordSchema } from './records.ts';
import { summarySchema } from './summaries.ts';

function viewObject<R extends Resource>(resource: R) {
  return Type.Object({
    index: DocumentIndexSchema,
    version_id: nullableId<VersionId>(),
    /** Revision of the draft, only when `record` is the draft's (`include_draft`). */
    draft_rev: NullableString,
    record: recordSchema(resource),
    summary: summarySchema(resource),
  });
}
export type DocumentView<R extends Resource> = Static<ReturnType<typeof viewObject<R>>>;

export function documentViewSchema<R extends Resource>(resource: R): TUnsafe<DocumentView<R>> {
  return Type.Unsafe(viewObject(resource));
}

function listItemObject<R extends Resource>(resource: R) {
  return Type.Object({
    index: DocumentIndexSchema,
    version_id: nullableId<VersionId>(),
    draft_rev: NullableString,
    /** Opened summary; null where the caller lacks the key of the document's group. */
    summary: Type.Union([summarySchema(resource), Type.Null()]),
    /** True where the row does not verify: `index` shows unproven plaintext columns. */
    damaged: Type.Optional(Type.Boolean()),
    /** Sentences with the words of the query `text`; absent without it. */
    matches: Type.Optional(TextMatchesSchema),
    /** True where `matches` are from the caller's own draft. */
    matched_draft: Type.Optional(Type.Boolean()),
  });
}
export type DocumentListItem<R extends Resource> = Static<ReturnType<typeof listItemObject<R>>>;

export function documentListItemSchema<R extends Resource>(resource: R): TUnsafe<DocumentListItem<R>> {
  return Type.Unsafe(listItemObject(resource));
}

export const DocumentVersionSchema = Type.Object({
  version_id: VersionIdSchema,
  seq: Type.Integer(),
  created_at: InstantSchema,
  created_by: AuthorSchema,
  ciphertext_bytes: Type.Integer(),
  /** SHA-256 of the sealed envelope, lower-case hex. */
  sha256: Type.String(),
});
export type DocumentVersion = Static<typeof DocumentVersionSchema>;

/** Decimal string, counted per document from "1", never reset. */
const DRAFT_REV_PATTERN = '^[1-9][0-9]{0,15}$';
/** Revisions begin at 1: an expected revision of 0 means that no draft may exist. */
export const NO_DRAFT_REV = '0';
export const EXPECTED_DRAFT_REV_PATTERN = '^(?:0|[1-9][0-9]{0,15})$';
export const DraftRevSchema = Type.String({ pattern: DRAFT_REV_PATTERN });

const draftFields = {
  draft_rev: DraftRevSchema,
  base_version_id: nullableId<VersionId>(),
  author: AuthorSchema,
  updated_at: InstantSchema,
};

export const DraftStateSchema = Type.Object(draftFields);
export type DraftState = Static<typeof DraftStateSchema>;

/** A draft that was discarded or superseded; kept for `draft_retention_days`. */
export const DiscardedDraftSchema = Type.Object({ ...draftFields, discarded_at: InstantSchema });
export type DiscardedDraft = Static<typeof DiscardedDraftSchema>;

function draftObject<R extends Resource>(resource: R) {
  return Type.Object({ ...draftFields, record: recordSchema(resource) });
}
export type Draft<R extends Resource> = Static<ReturnType<typeof draftObject<R>>>;

export function draftSchema<R extends Resource>(resource: R): TUnsafe<Draft<R>> {
  return Type.Unsafe(draftObject(resource));
}

function openDiscardedDraftObject<R extends Resource>(resource: R) {
  return Type.Object({ ...draftFields, discarded_at: InstantSchema, record: recordSchema(resource) });
}
export type OpenDiscardedDraft<R extends Resource> = Static<ReturnType<typeof openDiscardedDraftObject<R>>>;

export function openDiscardedDraftSchema<R extends Resource>(resource: R): TUnsafe<OpenDiscardedDraft<R>> {
  return Type.Unsafe(openDiscardedDraftObject(resource));
}
