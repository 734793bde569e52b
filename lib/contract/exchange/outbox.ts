/**
 * Wire types of the HL7 outbox: which version of a report goes to which receiver, and the outcome. A message is built
 * from the version when sent, so the outbox has nothing clinical but a receiver's response.
 * Source: choices, "Exchange".
 */
import { type Static, Type } from 'typebox';
import {
  DocumentIdSchema,
  MessageIdSchema,
  PrincipalIdSchema,
  SecurityGroupIdSchema,
  VersionIdSchema,
} from '#contract/ids.ts';
import { InstantSchema } from '#contract/instant.ts';
import { NullableString } from '#contract/nullable-schemas.ts';
import { PAGE_QUERY, pageOf } from '#contract/paged-list.ts';
import { typedRoutes } from '#contract/route.ts';
import { RECEIVER_NAME_PATTERN } from './receivers.ts';

/**
 * `acknowledged`: AA. `refused`: AE or AR. `failed`: it could not be built, its receiver was removed, or responses were
 * repeatedly no acknowledgement.
 */
export const MESSAGE_STATES = ['waiting', 'acknowledged', 'refused', 'failed'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/**
 * Why the last attempt failed. `not_trusted`: the receiver's certificate is invalid. `not_admitted`: the receiver
 * rejected the vault's client certificate, or its absence. `not_understood`: the response was no acknowledgement;
 * `unread_answer` has it. `no_patient_number`: HL7 requires a patient number, and there is none.
 */
export const MESSAGE_FAILURES = [
  'no_answer',
  'not_trusted',
  'not_admitted',
  'not_understood',
  'no_receiver',
  'no_patient_number',
  'not_readable',
] as const;
export type MessageFailure = (typeof MESSAGE_FAILURES)[number];

export const ACKNOWLEDGEMENT_CODES = ['AA', 'AE', 'AR'] as const;
export type AcknowledgementCode = (typeof ACKNOWLEDGEMENT_CODES)[number];

export interface Acknowledgement {
  /** Accepted, error, rejected. The enhanced codes map to these. */
  readonly code: AcknowledgementCode;
  /** Text of the receiver's acknowledgement. */
  readonly text: string;
}

const ReceiverName = Type.String({ pattern: RECEIVER_NAME_PATTERN });

const messageFields = {
  message_id: MessageIdSchema,
  exam_id: DocumentIdSchema,
  security_group_id: SecurityGroupIdSchema,
  receiver: ReceiverName,
  state: Type.Unsafe<MessageState>({ type: 'string', enum: [...MESSAGE_STATES] }),
  /** Title of the exam. */
  title: NullableString,
  attempts: Type.Integer(),
  last_attempt_at: NullableString,
  /** Time of the next attempt; null unless pending. */
  next_attempt_at: NullableString,
  answer: Type.Unsafe<Acknowledgement | null>({
    type: ['object', 'null'],
    required: ['code', 'text'],
    properties: {
      code: { type: 'string', enum: [...ACKNOWLEDGEMENT_CODES] },
      text: { type: 'string' },
    },
  }),
  failure: Type.Unsafe<MessageFailure | null>({
    type: ['string', 'null'],
    enum: [...MESSAGE_FAILURES, null],
  }),
  /** Beginning of a last response that was no acknowledgement; else null. */
  unread_answer: NullableString,
};

export const OutboxMessageSchema = Type.Object({
  ...messageFields,
  version_id: VersionIdSchema,
  /** MSH-10: the same for all messages of a version. */
  control_id: Type.String(),
  queued_at: InstantSchema,
  queued_by: Type.Object({ principal_id: PrincipalIdSchema, display_name: Type.String() }),
});
export type OutboxMessage = Static<typeof OutboxMessageSchema>;

/** A message that does not open: its ids, unproven. It is never sent, and can be discarded. */
const DamagedMessageSchema = Type.Object({
  ...messageFields,
  version_id: Type.Null(),
  control_id: Type.Null(),
  queued_at: Type.Null(),
  queued_by: Type.Null(),
  damaged: Type.Literal(true),
});

const ListedMessageSchema = Type.Union([OutboxMessageSchema, DamagedMessageSchema]);
export type ListedMessage = Static<typeof ListedMessageSchema>;

export const QueueMessageBodySchema = Type.Object(
  {
    receiver: ReceiverName,
    /** Committed version to send instead of the newest. */
    version_id: Type.Optional(VersionIdSchema),
  },
  { additionalProperties: false },
);
export type QueueMessageBody = Static<typeof QueueMessageBodySchema>;

export const OutboxQuerySchema = Type.Object(
  {
    ...PAGE_QUERY,
    security_group_id: SecurityGroupIdSchema,
    exam_id: Type.Optional(DocumentIdSchema),
    /** true: pending messages only; false: the others only. */
    waiting: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type OutboxQuery = Static<typeof OutboxQuerySchema>;

const errors = ['not_found', 'permission_denied', 'group_key_unavailable', 'crypto_error'] as const;
const message = { params: Type.Object({ message_id: MessageIdSchema }), errors } as const;

export const OUTBOX_ROUTES = typedRoutes({
  queue: {
    method: 'POST',
    path: '/v1/exams/{exam_id}/messages',
    operation_id: 'queueMessage',
    summary: 'Send a version as HL7 ORU^R01 to a receiver of the settings, again and again until it answers',
    auth: 'session',
    params: Type.Object({ exam_id: DocumentIdSchema }),
    body: QueueMessageBodySchema,
    success: 201,
    response: OutboxMessageSchema,
    errors: [...errors, 'invalid_request', 'document_deleted'],
  },
  list: {
    method: 'GET',
    path: '/v1/exchange/hl7/messages',
    operation_id: 'listMessages',
    summary: 'What the outbox of a group holds, the newest first',
    auth: 'session',
    query: OutboxQuerySchema,
    success: 200,
    response: pageOf(ListedMessageSchema),
    errors,
  },
  retry: {
    ...message,
    method: 'POST',
    path: '/v1/exchange/hl7/messages/{message_id}/retry',
    operation_id: 'retryMessage',
    summary: 'Send a message now, whatever became of it before',
    auth: 'session',
    success: 200,
    response: OutboxMessageSchema,
  },
  discard: {
    ...message,
    method: 'DELETE',
    path: '/v1/exchange/hl7/messages/{message_id}',
    operation_id: 'discardMessage',
    summary: 'Take a message out of the outbox',
    auth: 'session',
    success: 200,
    response: ListedMessageSchema,
  },
});
