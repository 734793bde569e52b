/**
 * Open sessions by the SHA-256 of their token, with idle and absolute expiry. Ended ones are kept for a while with
 * their end code, so that a late request gets the right error. Releases the principal's keys with the session. A
 * restart ends every session.
 * Source: choices, "Sessions and principals".
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { PrincipalId, SessionId } from '#contract/ids.ts';
import { encodeBase64Url } from '#crypto/bytes.ts';
import { randomBytes } from '#crypto/random.ts';
import { sha256OfText } from '#crypto/sha256.ts';
import type { Peer } from '#server/identity/actor/peer-certificate.ts';
import { type Clock, elapsedMs } from '#server/system/clock.ts';
import type { LiveSession } from './live-session.ts';

const TOKEN_BYTES = 32;
/** Number of ended sessions kept; a token older than these gets `session_rejected`, like any unknown one. */
const ENDED_REMEMBERED = 10_000;

type EndCode = 'session_expired' | 'session_rejected';

export interface SessionTableDeps {
  readonly clock: Clock;
  readonly idleMs: () => number;
  /** Called once per session, when it locks or ends unlocked. */
  readonly onLocked: (live: LiveSession) => void;
  /** Called once per session when it is removed, after `onLocked`. */
  readonly onEnded: (live: LiveSession) => void;
}

export function createSessionTable({ clock, idleMs, onLocked, onEnded }: SessionTableDeps) {
  const byTokenHash = new Map<string, LiveSession>();
  const byId = new Map<string, LiveSession>();
  const ended = new Map<string, EndCode>();

  const idleEndMs = (live: LiveSession): number => live.lastActiveMs + idleMs();
  /** Expired by the wall clock or by a monotonic one that cannot be set back, whichever is first. */
  const isOver = (live: LiveSession): boolean =>
    isPast(clock.nowMs(), live.expires_at_ms, live.lastActiveMs) ||
    isPast(elapsedMs(clock), live.expires_at_elapsed_ms, live.lastActiveElapsedMs);
  const isPast = (at: number, end: number, lastActive: number): boolean =>
    at >= end || at >= lastActive + idleMs();

  function lock(live: LiveSession): void {
    if (live.actor === null) return;
    live.actor = null;
    live.abort.abort();
    onLocked(live);
  }

  function end(tokenHash: string, live: LiveSession, code: EndCode): void {
    byTokenHash.delete(tokenHash);
    byId.delete(live.session_id);
    ended.set(tokenHash, code);
    const oldest = ended.keys().next();
    if (ended.size > ENDED_REMEMBERED && !oldest.done) ended.delete(oldest.value);
    lock(live);
    onEnded(live);
  }

  function find(token: string, peer: Peer): LiveSession {
    const tokenHash = hashOf(token);
    const live = byTokenHash.get(tokenHash);
    if (live !== undefined && isHolder(live, peer)) {
      if (!isOver(live)) return live;
      end(tokenHash, live, 'session_expired');
    }
    if (live === undefined || isHolder(live, peer)) {
      if (ended.get(tokenHash) === 'session_expired') {
        throw new VaultError('session_expired', 'The session has expired. Open a new one.');
      }
    }
    throw new VaultError('session_rejected', 'The session is not known here. Open a new one.');
  }

  return {
    find,
    lock,
    idleEndMs,
    /** Adds a session and returns its token, of which only the hash is kept. */
    add(live: LiveSession): string {
      const token = encodeBase64Url(randomBytes(TOKEN_BYTES));
      byTokenHash.set(hashOf(token), live);
      byId.set(live.session_id, live);
      return token;
    },
    findById(sessionId: SessionId): LiveSession | undefined {
      const live = byId.get(sessionId);
      return live === undefined || isOver(live) ? undefined : live;
    },
    findLatest(principalId: PrincipalId): LiveSession | undefined {
      let latest: LiveSession | undefined;
      for (const live of byId.values()) {
        const isLater = latest === undefined || live.lastActiveMs >= latest.lastActiveMs;
        if (live.principal_id === principalId && isLater) latest = live;
      }
      return latest;
    },
    list(): readonly LiveSession[] {
      return [...byTokenHash.values()].filter((live) => !isOver(live));
    },
    /** Ends the sessions that match `isMeant`; their tokens get `session_rejected` from now on. */
    endWhere(isMeant: (live: LiveSession) => boolean): void {
      for (const [tokenHash, live] of byTokenHash) {
        if (isMeant(live)) end(tokenHash, live, 'session_rejected');
      }
    },
    /** Ends expired sessions, so that their keys do not stay in memory until the next request. */
    sweep(): void {
      for (const [tokenHash, live] of byTokenHash) {
        if (isOver(live)) end(tokenHash, live, 'session_expired');
      }
    },
  };
}

/**
 * True if the session belongs to this certificate. Also accepts the desktop's newest one, because the unlock that
 * opens the session may renew it.
 */
function isHolder(live: LiveSession, peer: Peer): boolean {
  return live.fingerprint === peer.fingerprint || (live.from_desktop && peer.isDesktop);
}

function hashOf(token: string): string {
  return sha256OfText(token.toWellFormed());
}
