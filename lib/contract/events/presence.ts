/**
 * Wire types of presence: which person has an exam open, reported by each window, in memory only, expiring
 * automatically.
 * Source: clinician's reference, 28; visual reference, "seen elsewhere".
 */
import { type Static, Type } from 'typebox';
import { DocumentIdSchema, PrincipalIdSchema } from '#contract/ids.ts';
import { typedRoutes } from '#contract/route.ts';

export const PRESENCE_ACTIVITIES = ['reading', 'writing'] as const;
export type PresenceActivity = (typeof PRESENCE_ACTIVITIES)[number];
const PresenceActivitySchema = Type.Unsafe<PresenceActivity>({
  type: 'string',
  enum: [...PRESENCE_ACTIVITIES],
});

const PresenceBodySchema = Type.Object({ activity: PresenceActivitySchema }, { additionalProperties: false });

/** Session other than the caller's that has the exam open. */
const PresentSchema = Type.Object({
  principal_id: PrincipalIdSchema,
  display_name: Type.String(),
  /** Common name of its certificate: the computer or program. */
  client_cn: Type.String(),
  activity: PresenceActivitySchema,
});
export type PresentSession = Static<typeof PresentSchema>;

/** Present sessions in order of arrival. */
const PresenceSchema = Type.Object({ items: Type.Array(PresentSchema) });
export type Presence = Static<typeof PresenceSchema>;

const shared = {
  auth: 'session',
  passive: true,
  success: 200,
  path: '/v1/exams/{exam_id}/presence',
  params: Type.Object({ exam_id: DocumentIdSchema }),
  errors: ['not_found'],
  response: PresenceSchema,
} as const;

export const PRESENCE_ROUTES = typedRoutes({
  get: {
    ...shared,
    method: 'GET',
    operation_id: 'getExamPresence',
    summary: 'Who else has the exam open just now',
  },
  put: {
    ...shared,
    method: 'PUT',
    operation_id: 'putExamPresence',
    summary: 'Say that this session has the exam open; holds for 30 s, then it must be said again',
    body: PresenceBodySchema,
  },
  delete: {
    ...shared,
    method: 'DELETE',
    operation_id: 'deleteExamPresence',
    summary: 'Say that this session has closed the exam',
  },
});
