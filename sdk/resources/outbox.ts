/** API of HL7 v2 messages: one report as a message, and the outbox to configured receivers. */
import {
  type ListedMessage,
  OUTBOX_ROUTES,
  type OutboxMessage,
  type OutboxQuery,
  type QueueMessageBody,
} from '#contract/exchange/outbox.ts';
import { EXCHANGE_ROUTES } from '#contract/exchange/routes.ts';
import type { Unbranded } from '#contract/ids.ts';
import type { CallOptions } from '#sdk/http/call.ts';
import { PageList } from '#sdk/http/lists/page-list.ts';
import { type ReportFile, readReportFile } from '#sdk/http/read-response.ts';
import type { HttpExchange } from '#sdk/http/send-call.ts';
import type { VaultPromise } from '#sdk/http/vault-promise.ts';

export interface OutboxApi {
  /** Returns an ORU^R01 with the PDF, in UTF-8. */
  readonly message: (
    examId: string,
    query?: { readonly version_id?: string },
    options?: CallOptions,
  ) => Promise<ReportFile>;
  /**
   * Queues a message to a configured receiver until it responds. A queued one is returned again.
   * @throws VaultApiError invalid_request for an unknown receiver
   */
  readonly queue: (
    examId: string,
    body: Unbranded<QueueMessageBody>,
    options?: CallOptions,
  ) => VaultPromise<OutboxMessage>;
  /** Lists messages newest first; an unreadable one is marked `damaged`. */
  readonly list: (query: Unbranded<OutboxQuery>, options?: CallOptions) => PageList<ListedMessage>;
  /** Sends a message now, whatever its state. @throws VaultApiError crypto_error for a damaged one */
  readonly retry: (messageId: string, options?: CallOptions) => VaultPromise<OutboxMessage>;
  readonly discard: (messageId: string, options?: CallOptions) => VaultPromise<ListedMessage>;
}

export function createOutboxApi(exchange: HttpExchange): OutboxApi {
  return {
    message: async (exam_id, query, options) =>
      readReportFile(
        await exchange.stream(EXCHANGE_ROUTES.hl7Message, {
          params: { exam_id },
          query,
          headers: { accept: '*/*' },
          options,
        }),
      ),
    queue: (exam_id, body, options) =>
      exchange.call(OUTBOX_ROUTES.queue, { params: { exam_id }, body, options, repeatable: true }),
    list: (query, options) => new PageList((at) => exchange.call(OUTBOX_ROUTES.list, { query, at, options })),
    retry: (message_id, options) =>
      exchange.call(OUTBOX_ROUTES.retry, { params: { message_id }, options, repeatable: true }),
    discard: (message_id, options) =>
      exchange.call(OUTBOX_ROUTES.discard, { params: { message_id }, options }),
  };
}
