/**
 * Bodies and queries of the document routes. Closed objects: an unknown field answers 422.
 * Source: API spec, "Endpoints"; choices, "Documents".
 */
import { type Static, type TSchema, Type } from 'typebox';
import { IdSchema, UUID_V7_PATTERN } from '../ids.ts';
import {
  SEARCH_QUERY_MAX_CHARS,
  SPECIALIST_IDS_MAX_COUNT,
  TAG_MAX_CHARS,
  TAGS_MAX_COUNT,
} from '../limits.ts';
import { nullablePattern } from '../nullable.ts';
import { PAGE_QUERY } from '../page.ts';
import type { Resource } from './document-index.ts';
import type { RecordInputOf } from './records.ts';
import { DRAFT_REV_PATTERN } from './views.ts';

const closed = { additionalProperties: false } as const;

const tags = Type.Optional(
  Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    maxItems: TAGS_MAX_COUNT,
    items: { type: 'string', minLength: 1, maxLength: TAG_MAX_CHARS },
  }),
);
const specialistIds = Type.Optional(
  Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    maxItems: SPECIALIST_IDS_MAX_COUNT,
    items: { type: 'string', pattern: UUID_V7_PATTERN },
  }),
);
const nullableId = Type.Optional(nullablePattern(UUID_V7_PATTERN, 'an id, or null'));
/** An import source's own id; only its HMAC is kept (`meta.source_tag`). */
const sourceId = Type.Optional(Type.String({ minLength: 1, maxLength: 300 }));

export function createBodySchema(resource: Resource, record: TSchema) {
  const fields = {
    security_group_id: IdSchema,
    record,
    tags,
    specialist_ids: specialistIds,
    source_id: sourceId,
  };
  return resource === 'exams'
    ? Type.Object({ ...fields, patient_id: nullableId }, closed)
    : Type.Object(fields, closed);
}

export interface CreateBody<R extends Resource> {
  readonly security_group_id: string;
  readonly record: RecordInputOf[R];
  readonly tags?: string[] | null;
  readonly specialist_ids?: string[] | null;
  readonly source_id?: string;
  /** Exams only. */
  readonly patient_id?: string | null;
}

export function updateBodySchema(record: TSchema) {
  return Type.Object(
    { record, tags, specialist_ids: specialistIds, expected_latest_version_id: nullableId },
    closed,
  );
}

export interface UpdateBody<R extends Resource> {
  readonly record: RecordInputOf[R];
  readonly tags?: string[] | null;
  readonly specialist_ids?: string[] | null;
  readonly expected_latest_version_id?: string | null;
}

export function draftBodySchema(record: TSchema) {
  return Type.Object(
    {
      record,
      base_version_id: nullablePattern(UUID_V7_PATTERN, 'version the draft was begun from'),
      expected_draft_rev: Type.Optional(nullablePattern(DRAFT_REV_PATTERN, 'draft_rev the caller read')),
    },
    closed,
  );
}

export interface DraftBody<R extends Resource> {
  readonly record: RecordInputOf[R];
  readonly base_version_id: string | null;
  readonly expected_draft_rev?: string | null;
}

export const CopyBodySchema = Type.Object({ security_group_id: IdSchema }, closed);
export const ExamPatientBodySchema = Type.Object(
  {
    patient_id: nullablePattern(UUID_V7_PATTERN, 'a patient of the same group, or null'),
    expected_latest_version_id: nullableId,
  },
  closed,
);
export interface ExamPatientBody {
  readonly patient_id: string | null;
  readonly expected_latest_version_id?: string | null;
}

export const GetQuerySchema = Type.Object(
  { version_id: Type.Optional(IdSchema), include_draft: Type.Optional(Type.Boolean()) },
  closed,
);
export type GetQuery = Static<typeof GetQuerySchema>;

export const DeleteQuerySchema = Type.Object({ purge: Type.Optional(Type.Boolean()) }, closed);
export const PageQuerySchema = Type.Object(PAGE_QUERY, closed);

export const LIST_STATES = ['active', 'archived', 'deleted', 'all'] as const;
export type ListState = (typeof LIST_STATES)[number];
export const LIST_SORTS = ['updated_at', 'created_at', 'title', 'exam_date'] as const;
export type ListSort = (typeof LIST_SORTS)[number];

const listFields = {
  security_group_id: Type.Optional(IdSchema),
  state: Type.Optional(Type.Unsafe<ListState>({ type: 'string', enum: [...LIST_STATES] })),
  q: Type.Optional(Type.String({ maxLength: SEARCH_QUERY_MAX_CHARS })),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: TAG_MAX_CHARS })),
  specialist_id: Type.Optional(IdSchema),
  has_draft: Type.Optional(Type.Boolean()),
  source_id: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
  sort: Type.Optional(
    Type.Unsafe<ListSort | `-${ListSort}`>({
      type: 'string',
      enum: LIST_SORTS.flatMap((sort) => [sort, `-${sort}`]),
    }),
  ),
  ...PAGE_QUERY,
};

export const ListQuerySchema = Type.Object(listFields, closed);

/** `exam_date_from` is inclusive, `exam_date_to` inclusive of the whole day when it names a day. */
export const ExamListQuerySchema = Type.Object(
  {
    ...listFields,
    patient_id: Type.Optional(IdSchema),
    modality: Type.Optional(Type.String({ maxLength: 300 })),
    exam_date_from: Type.Optional(Type.String({ maxLength: 64 })),
    exam_date_to: Type.Optional(Type.String({ maxLength: 64 })),
    report_status: Type.Optional(Type.String({ maxLength: 300 })),
  },
  closed,
);
/** The query of any list; the exam fields are refused by the schema elsewhere. */
export type ListQuery = Static<typeof ExamListQuerySchema>;
