import type { Actor } from '#server/identity/actor/actor.ts';

/** An answer as the audit log hears of it from `server/http`: what was asked, by whom, with what outcome. */
export interface AuditedResponse {
  readonly operation_id: string;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Whom an opening of a session named; only that it was them who were aimed at. */
  readonly aimed_at?: string | undefined;
  readonly actor: Actor | null;
  readonly client_cn: string | null;
  readonly status: number;
  /** Of a failure. */
  readonly code: string | undefined;
}

export interface ResponseAudit {
  /** Written soon. */
  readonly recordSoon: (answer: AuditedResponse) => void;
  /** Written before this resolves. */
  readonly recordNow: (answer: AuditedResponse) => Promise<void>;
}
