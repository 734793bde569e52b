/**
 * HTTP transport of the page that reports responses: those that count as activity to the idle clock. Those
 * that report an ended session cover the screen at once.
 */
import { SESSION_ACTIVITY_HEADER } from '#contract/route.ts';
import type { Transport, TransportRequest, TransportResponse } from '#sdk/transport.ts';
import { fetchTransport } from '#sdk/transport-fetch.ts';

export interface TransportWatch {
  readonly onActivity: () => void;
  /** `session_expired`, `session_locked` or `session_rejected`. */
  readonly onSessionGone: (code: string) => void;
}

const GONE = new Set(['session_expired', 'session_locked', 'session_rejected']);
const PASSIVE = new Set(['GET /v1/session', 'GET /v1/vault', 'GET /v1/events']);

function codeOf(text: string): string | undefined {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
    const { error } = body;
    if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
    return typeof error.code === 'string' ? error.code : undefined;
  } catch {
    return undefined;
  }
}

function isPassive({ method, path, headers }: TransportRequest): boolean {
  return PASSIVE.has(`${method} ${path}`) || headers[SESSION_ACTIVITY_HEADER] !== undefined;
}

export function watchedTransport(watch: TransportWatch): Transport {
  const inner = fetchTransport({ baseUrl: '' });
  return {
    ...inner,
    send: async (request): Promise<TransportResponse> => {
      const answer = await inner.send(request);
      if (answer.status !== 401) {
        if (!isPassive(request)) watch.onActivity();
        return answer;
      }
      const text = await answer.text();
      const code = codeOf(text);
      if (code !== undefined && GONE.has(code)) watch.onSessionGone(code);
      return { ...answer, text: async () => text };
    },
  };
}
