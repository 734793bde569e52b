import type { PrincipalKind } from '#contract/access/session.ts';
import type { Actor } from '../access/actor.ts';

export type OpeningMethod = 'passphrase' | 'recovery_key' | 'token' | 'invite_code' | 'device_secret';

/** One open session, in memory only. `session-table.ts` alone changes it. */
export interface LiveSession {
  readonly session_id: string;
  readonly principal_id: string;
  readonly kind: PrincipalKind;
  readonly display_name: string;
  readonly is_admin: boolean;
  readonly client_cn: string;
  /** Of the certificate the session was opened with; no other may use it. */
  readonly fingerprint: string;
  readonly credential_id: string | null;
  readonly opened_by: OpeningMethod;
  readonly created_at_ms: number;
  readonly expires_at_ms: number;
  readonly abort: AbortController;
  lastActiveMs: number;
  /** Null once locked: for good. */
  actor: Actor | null;
}
