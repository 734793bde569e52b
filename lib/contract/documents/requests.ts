/**
 * Bodies and queries of the document routes. Closed objects: an unknown field returns 422.
 * Source: API spec, "Endpoints"; choices, "Documents".
 */
import { type Static, type TObject, type TUnsafe, Type } from 'typebox';
import {
  type DocumentId,
  DocumentIdSchema,
  nullableIdInput,
  PrincipalIdSchema,
  SecurityGroupIdSchema,
  UUID_V7_PATTERN,
  type VersionId,
  VersionIdSchema,
} from '#contract/ids.ts';
import {
  ACCESSION_NUMBER_MAX_CHARS,
  SEARCH_QUERY_MAX_CHARS,
  SPECIALIST_IDS_MAX_COUNT,
  TAG_MAX_CHARS,
  TAGS_MAX_COUNT,
} from '#contract/limits.ts';
import { nullablePattern } from '#contract/nullable-schemas.ts';
import { ORDER_PRIORITIES, type OrderPriority } from '#contract/orders/order.ts';
import { CHANGES_QUERY, PAGE_QUERY } from '#contract/paged-list.ts';
import type { Resource } from './document-index.ts';
import { recordInputSchema } from './records.ts';
import { EXPECTED_DRAFT_REV_PATTERN } from './views.ts';

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
const expectedVersion = Type.Optional(nullableIdInput<VersionId>());
/** Id from an import source; only its HMAC is stored (`meta.source_tag`). */
const sourceId = Type.Optional(Type.String({ minLength: 1, maxLength: 300 }));

/** Patient link of an exam; other resources have none. */
export interface PatientLinkOf {
  patients: never;
  exams: DocumentId | null;
  templates: never;
}

function createFields<R extends Resource>(resource: R) {
  return {
    security_group_id: SecurityGroupIdSchema,
    record: recordInputSchema(resource),
    tags,
    specialist_ids: specialistIds,
    source_id: sourceId,
    patient_id: Type.Optional(Type.Unsafe<PatientLinkOf[R]>(nullableIdInput<DocumentId>())),
  };
}
export type CreateBody<R extends Resource> = Static<TObject<ReturnType<typeof createFields<R>>>>;

export function createBodySchema<R extends Resource>(resource: R): TUnsafe<CreateBody<R>> {
  const { patient_id, ...fields } = createFields(resource);
  return Type.Unsafe(Type.Object(resource === 'exams' ? { ...fields, patient_id } : fields, closed));
}

function updateObject<R extends Resource>(resource: R) {
  return Type.Object(
    {
      record: recordInputSchema(resource),
      tags,
      specialist_ids: specialistIds,
      expected_latest_version_id: expectedVersion,
    },
    closed,
  );
}
export type UpdateBody<R extends Resource> = Static<ReturnType<typeof updateObject<R>>>;

export function updateBodySchema<R extends Resource>(resource: R): TUnsafe<UpdateBody<R>> {
  return Type.Unsafe(updateObject(resource));
}

function draftObject<R extends Resource>(resource: R) {
  return Type.Object(
    {
      record: recordInputSchema(resource),
      base_version_id: nullableIdInput<VersionId>('version the draft was begun from'),
      expected_draft_rev: Type.Optional(
        nullablePattern(EXPECTED_DRAFT_REV_PATTERN, 'draft_rev the caller read; 0 for none'),
      ),
    },
    closed,
  );
}
export type DraftBody<R extends Resource> = Static<ReturnType<typeof draftObject<R>>>;

export function draftBodySchema<R extends Resource>(resource: R): TUnsafe<DraftBody<R>> {
  return Type.Unsafe(draftObject(resource));
}

export const CopyBodySchema = Type.Object({ security_group_id: SecurityGroupIdSchema }, closed);
export type CopyBody = Static<typeof CopyBodySchema>;

export const ExamPatientBodySchema = Type.Object(
  {
    patient_id: nullableIdInput<DocumentId>('a patient of the same group, or null'),
    expected_latest_version_id: expectedVersion,
  },
  closed,
);
export type ExamPatientBody = Static<typeof ExamPatientBodySchema>;

export const GetQuerySchema = Type.Object(
  { version_id: Type.Optional(VersionIdSchema), include_draft: Type.Optional(Type.Boolean()) },
  closed,
);
export type GetQuery = Static<typeof GetQuerySchema>;

export const DeleteQuerySchema = Type.Object({ purge: Type.Optional(Type.Boolean()) }, closed);

export const LIST_STATES = ['active', 'archived', 'deleted', 'all'] as const;
export type ListState = (typeof LIST_STATES)[number];
export const LIST_SORTS = ['updated_at', 'created_at', 'title', 'exam_date'] as const;
/** Exams are listed by the time of their order as well; those without one come last. */
export const EXAM_LIST_SORTS = [...LIST_SORTS, 'due'] as const;
export type ListSort = (typeof EXAM_LIST_SORTS)[number];

function sortField<S extends ListSort>(sorts: readonly S[]) {
  return Type.Optional(
    Type.Unsafe<S | `-${S}`>({ type: 'string', enum: sorts.flatMap((sort) => [sort, `-${sort}`]) }),
  );
}

const listFields = {
  security_group_id: Type.Optional(SecurityGroupIdSchema),
  state: Type.Optional(Type.Unsafe<ListState>({ type: 'string', enum: [...LIST_STATES] })),
  q: Type.Optional(Type.String({ maxLength: SEARCH_QUERY_MAX_CHARS })),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: TAG_MAX_CHARS })),
  specialist_id: Type.Optional(PrincipalIdSchema),
  has_draft: Type.Optional(Type.Boolean()),
  source_id: sourceId,
  sort: sortField(LIST_SORTS),
  ...CHANGES_QUERY,
  ...PAGE_QUERY,
};

export const ListQuerySchema = Type.Object(listFields, closed);

/** `exam_date_from` is inclusive, `exam_date_to` inclusive of the whole day when it names a day. */
export const ExamListQuerySchema = Type.Object(
  {
    ...listFields,
    sort: sortField(EXAM_LIST_SORTS),
    /**
     * Words in the text of reports: beginnings of words, "phrases", `section:` before either, as in
     * `impression:"ground glass"`. Found in the newest versions and in the caller's own drafts.
     */
    text: Type.Optional(Type.String({ minLength: 1, maxLength: SEARCH_QUERY_MAX_CHARS })),
    patient_id: Type.Optional(DocumentIdSchema),
    modality: Type.Optional(Type.String({ maxLength: 300 })),
    exam_date_from: Type.Optional(Type.String({ maxLength: 64 })),
    exam_date_to: Type.Optional(Type.String({ maxLength: 64 })),
    report_status: Type.Optional(Type.String({ maxLength: 300 })),
    /** Exact match, ignoring case, diacritics and surrounding white space. */
    accession_number: Type.Optional(Type.String({ minLength: 1, maxLength: ACCESSION_NUMBER_MAX_CHARS })),
    priority: Type.Optional(Type.Unsafe<OrderPriority>({ type: 'string', enum: [...ORDER_PRIORITIES] })),
    /** Exclusive. A due day counts to its end. */
    due_before: Type.Optional(Type.String({ maxLength: 64 })),
  },
  closed,
);
/** Query of any list; the exam fields are refused by the schemas of other resources. */
export type ListQuery = Static<typeof ExamListQuerySchema>;

export interface ListQueryOf {
  patients: Static<typeof ListQuerySchema>;
  exams: ListQuery;
  templates: Static<typeof ListQuerySchema>;
}

const LIST_QUERIES: { readonly [R in Resource]: TUnsafe<ListQueryOf[R]> } = {
  patients: Type.Unsafe<ListQueryOf['patients']>(ListQuerySchema),
  exams: Type.Unsafe<ListQueryOf['exams']>(ExamListQuerySchema),
  templates: Type.Unsafe<ListQueryOf['templates']>(ListQuerySchema),
};

export function listQuerySchema<R extends Resource>(resource: R): TUnsafe<ListQueryOf[R]> {
  return LIST_QUERIES[resource];
}
