/**
 * Requests for a co-signature: one person asks another to co-sign a version of a signed report, which stays signed
 * meanwhile. Source: visual design 13, "Signatures and verification".
 */
import { type Static, Type } from 'typebox';
import {
  CosignRequestIdSchema,
  DocumentIdSchema,
  PrincipalIdSchema,
  SecurityGroupIdSchema,
  VersionIdSchema,
} from '#contract/ids.ts';
import { InstantSchema } from '#contract/instant.ts';
import { NullableString } from '#contract/nullable-schemas.ts';
import { typedRoutes } from '#contract/route.ts';
import { CHANGE_LIVE, READ } from './document-errors.ts';
import { AuthorSchema } from './document-index.ts';

/** `superseded`: a newer version was sealed first; the request stays until withdrawn or repeated. */
export const COSIGN_STATES = ['awaited', 'co_signed', 'superseded', 'taken_back'] as const;
export type CosignState = (typeof COSIGN_STATES)[number];

export const CosignRequestSchema = Type.Object({
  request_id: CosignRequestIdSchema,
  version_id: VersionIdSchema,
  /** Number of the version to co-sign. */
  seq: Type.Integer(),
  asked: AuthorSchema,
  asked_by: AuthorSchema,
  asked_at: InstantSchema,
  state: Type.Unsafe<CosignState>({ type: 'string', enum: [...COSIGN_STATES] }),
  /** Time and author of fulfilment or withdrawal. */
  ended_at: NullableString,
  ended_by: Type.Union([AuthorSchema, Type.Null()]),
});
export type CosignRequest = Static<typeof CosignRequestSchema>;

const AwaitedCosignSchema = Type.Object({
  exam_id: DocumentIdSchema,
  security_group_id: SecurityGroupIdSchema,
  request: CosignRequestSchema,
});
export type PendingCosignRequest = Static<typeof AwaitedCosignSchema>;

const CosignBodySchema = Type.Object(
  { version_id: VersionIdSchema, principal_id: PrincipalIdSchema },
  { additionalProperties: false },
);
export type CosignBody = Static<typeof CosignBodySchema>;

const shared = { auth: 'session' } as const;
const EXAM = Type.Object({ exam_id: DocumentIdSchema });

export const COSIGN_ROUTES = typedRoutes({
  ask: {
    ...shared,
    method: 'POST',
    path: '/v1/exams/{exam_id}/cosign-requests',
    operation_id: 'askForCosignature',
    errors: [...CHANGE_LIVE, 'version_conflict'],
    summary: 'Ask an editor of the group to co-sign the newest version of a signed report',
    params: EXAM,
    body: CosignBodySchema,
    success: 201,
    response: CosignRequestSchema,
  },
  list: {
    ...shared,
    method: 'GET',
    path: '/v1/exams/{exam_id}/cosign-requests',
    operation_id: 'listCosignRequests',
    errors: READ,
    summary: 'List the requests to co-sign an exam, newest first, and what became of each',
    params: EXAM,
    success: 200,
    response: Type.Object({ items: Type.Array(CosignRequestSchema) }),
  },
  takeBack: {
    ...shared,
    method: 'DELETE',
    path: '/v1/exams/{exam_id}/cosign-requests/{request_id}',
    operation_id: 'takeBackCosignRequest',
    errors: [...CHANGE_LIVE, 'version_conflict'],
    summary: 'Take a request to co-sign back, as who asked or as an owner of the group',
    params: Type.Object({ exam_id: DocumentIdSchema, request_id: CosignRequestIdSchema }),
    success: 200,
    response: CosignRequestSchema,
  },
  awaited: {
    ...shared,
    method: 'GET',
    path: '/v1/cosign-requests',
    operation_id: 'listAwaitedCosignatures',
    summary: 'List what the caller is asked to co-sign, in all of its groups, newest request first',
    success: 200,
    response: Type.Object({ items: Type.Array(AwaitedCosignSchema) }),
  },
});
