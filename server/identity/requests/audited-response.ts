import type { Actor } from '#server/identity/actor/actor.ts';

/** A response as `server/http` reports it to the audit log: operation, caller and outcome. */
export interface AuditedResponse {
  readonly operation_id: string;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** The principal named in an unlock attempt, not proven to be the caller; the group of a pull. */
  readonly aimed_at?: string | undefined;
  readonly actor: Actor | null;
  readonly client_cn: string | null;
  /** True for a read that declares itself automatic, such as refreshing a list. */
  readonly isBackground: boolean;
  readonly status: number;
  /** Error code; undefined on success. */
  readonly code: string | undefined;
}

export interface ResponseAudit {
  /** Writes the entry later, in a batch. */
  readonly recordSoon: (answer: AuditedResponse) => void;
  /** Resolves after the entry is written. */
  readonly recordNow: (answer: AuditedResponse) => Promise<void>;
}
