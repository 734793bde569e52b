/**
 * Request for a hand-over: one exam as a sealed HTML file that opens offline. Source: choices, second part, "Exchange".
 */
import { type Static, Type } from 'typebox';
import { DocumentIdSchema, NodeIdSchema } from '#contract/ids.ts';
import { PASSPHRASE_MAX_CHARS } from '#contract/limits.ts';
import { typedRoutes } from '#contract/route.ts';

const HandoverBodySchema = Type.Object(
  {
    /** Opens the file, and is stored nowhere. Must be as strong as a person's. */
    passphrase: Type.String({ minLength: 1, maxLength: PASSPHRASE_MAX_CHARS }),
    /** Files of the exam to include; absent: all that are ready. */
    files: Type.Optional(Type.Array(NodeIdSchema)),
    /** The day after which the reader is asked to delete the file; not enforced. */
    delete_after: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
  },
  { additionalProperties: false },
);
export type HandoverBody = Static<typeof HandoverBodySchema>;

export const HANDOVER_ROUTES = typedRoutes({
  create: {
    method: 'POST',
    path: '/v1/exchange/handover/exams/{exam_id}',
    operation_id: 'handOverExam',
    summary:
      'One exam with its report, signatures and files as an HTML file that opens offline with the passphrase',
    auth: 'session',
    params: Type.Object({ exam_id: DocumentIdSchema }),
    body: HandoverBodySchema,
    media_type: 'text/html',
    success: 200,
    errors: ['not_found', 'group_key_unavailable', 'crypto_error', 'invalid_request', 'rate_limited'],
  },
});
