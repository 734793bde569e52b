/**
 * Streams the vault's changes while the caller listens. A broken connection resumes after the last event; an ended
 * session ends the iteration with its error.
 * Source: choices, second part, "Events".
 */
import { createParser } from 'eventsource-parser';
import { EVENT_KINDS, type EventKind, type VaultEvent } from '#contract/events/change-event.ts';
import { EVENT_ROUTES } from '#contract/events/routes.ts';
import { EVENT_HEARTBEAT_MS } from '#contract/limits.ts';
import { readStream } from '#sdk/drive/upload-source.ts';
import { APIConnectionError, APIUserAbortError } from '#sdk/errors.ts';
import { DEFAULT_RETRY_POLICY, pause, retryDelayMs } from '#sdk/http/retry.ts';
import type { HttpExchange } from '#sdk/http/send-call.ts';

export interface EventsOptions {
  /** Ends the iteration without an error. */
  readonly signal?: AbortSignal;
  /** `id` of the last seen event; undefined starts now. */
  readonly lastEventId?: string;
  /** Called each time the stream opens, so that a copy of data can be refreshed. */
  readonly onOpen?: () => void;
}

/** A stream without a heartbeat for this long counts as broken. */
const SILENCE_MAX_MS = 3 * EVENT_HEARTBEAT_MS;

export async function* streamEvents(
  exchange: HttpExchange,
  given: EventsOptions = {},
): AsyncGenerator<VaultEvent> {
  const { signal, onOpen, lastEventId } = given ?? {};
  let position = lastEventId;
  for (let failures = 0; ; ) {
    try {
      const { answer, deadline } = await exchange.stream(EVENT_ROUTES.streamEvents, {
        headers: {
          accept: 'text/event-stream',
          ...(position === undefined ? {} : { 'last-event-id': position }),
        },
        options: { signal, timeoutMs: SILENCE_MAX_MS },
      });
      const arrived: VaultEvent[] = [];
      const parser = createParser({
        onEvent: ({ id, event, data }) => {
          if (id !== undefined && isKind(event)) arrived.push({ id, event, data: JSON.parse(data) });
        },
        onComment: (text) => {
          position = /^\s*at (\d+)$/.exec(text)?.[1] ?? position;
        },
      });
      const decoder = new TextDecoder();
      try {
        onOpen?.();
        for await (const bytes of readStream(answer.stream())) {
          deadline.extend();
          failures = 0;
          parser.feed(decoder.decode(bytes, { stream: true }));
          for (const event of arrived.splice(0)) {
            position = event.id;
            yield event;
          }
        }
      } catch (error) {
        throw brokenConnection(deadline.explain(error));
      } finally {
        deadline.stop();
      }
    } catch (error) {
      if (signal?.aborted || error instanceof APIUserAbortError) return;
      if (!(error instanceof APIConnectionError) || error.permanent) throw error;
      failures += 1;
    }
    const delayMs = retryDelayMs(undefined, Math.max(1, failures), DEFAULT_RETRY_POLICY);
    if (
      !(await pause(delayMs, signal).then(
        () => true,
        () => false,
      ))
    )
      return;
  }
}

function isKind(event: string | undefined): event is EventKind {
  return EVENT_KINDS.some((kind) => kind === event);
}

/** Converts stream errors to connection errors; our own errors stay. */
function brokenConnection(error: unknown): unknown {
  if (error instanceof APIConnectionError || error instanceof APIUserAbortError) return error;
  return new APIConnectionError('The stream of events was interrupted. Connect again.', { cause: error });
}
