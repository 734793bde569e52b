/**
 * Opens, finds, locks and ends sessions. A session has its principal's keys from opening until it locks, expires or is
 * ended; the principal's last session wipes them. Certificates are seen only as peers.
 * Source: choices, "Sessions and principals".
 */

import type { Settings } from '#contract/access/credentials.ts';
import type { Session, SessionOpenBody, SessionOpened, SessionRow } from '#contract/access/session.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { EventChange } from '#contract/events/change-event.ts';
import type { PrincipalId, SecurityGroupId, SessionId } from '#contract/ids.ts';
import type { Page, PageQuery } from '#contract/paged-list.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { requireAdmin } from '#server/identity/actor/administrator.ts';
import type { Peer } from '#server/identity/actor/peer-certificate.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import { unlockPrincipal } from '#server/identity/core/unlock-principal.ts';
import { pageOfList } from '#server/identity/requests/list-cursor.ts';
import type { OpeningFailuresStore } from '#server/storage/cluster/unlock-failure-store.ts';
import type { ChangeListener } from '#server/storage/events/change-event.ts';
import { elapsedMs } from '#server/system/clock.ts';
import { type AuthenticatedPrincipal, authenticate, methodOf, unlockTargetOf } from './authenticate.ts';
import { createSecretChanges, type SecretChanges } from './change-secrets.ts';
import { actorFor, isRecovery, type LiveSession } from './live-session.ts';
import { createPreferences, type PreferencesService } from './preferences.ts';
import { createRecoveryNotices, type RecoveryNotices, recordRecoveryNotice } from './recovery-notices.ts';
import { createSessionTable } from './session-table.ts';
import { toRow, toView } from './session-view.ts';
import { isSharedWorkstation } from './shared-workstation.ts';
import { createUnlockThrottle, type UnlockTarget } from './unlock-throttle.ts';

const SWEEP_EVERY_MS = 5_000;

export interface SessionsServiceDeps {
  readonly core: AccessCore;
  readonly settings: () => Settings;
  readonly openingFailures: OpeningFailuresStore;
  /** Runs after a new session is unlocked and before the response is sent. Must not reject. */
  readonly beforeAnswer?: () => Promise<void>;
  /** Called before any secret is tried; a throw refuses the unlock. */
  readonly mayOpen?: (body: SessionOpenBody) => Promise<void>;
}

export interface SessionsService extends SecretChanges, PreferencesService, RecoveryNotices {
  /**
   * `isGone`: true once the client has disconnected; then no key is derived.
   * @throws invalid_request, not_initialized, credential_rejected, rate_limited, CryptoError
   */
  readonly open: (body: SessionOpenBody, peer: Peer, isGone?: () => boolean) => Promise<SessionOpened>;
  /** Finds the session of a token. @throws session_rejected, session_expired */
  readonly find: (bearerToken: string, peer: Peer) => LiveSession;
  /** Counts as activity unless `passive`. @throws session_locked */
  readonly actorOf: (live: LiveSession, options?: { readonly passive?: boolean }) => Actor;
  /** Counts as activity; a running transfer calls it regularly. */
  readonly touch: (live: LiveSession) => void;
  /** Extends a session like `touch`, by id, for services that have only the actor. */
  readonly touchSession: (sessionId: SessionId) => void;
  readonly view: (live: LiveSession) => Session;
  /** Locks a session, or all sessions. @throws permission_denied when an SDK session asks for `all`. */
  readonly lock: (live: LiveSession, options: { readonly all: boolean }) => Session;
  /** Lists open sessions. For administrators. @throws permission_denied */
  readonly list: (actor: Actor, query: PageQuery) => Page<SessionRow>;
  /** Ends a session. For administrators. @throws permission_denied, not_found */
  readonly end: (actor: Actor, sessionId: SessionId) => SessionRow;
  /** The principal's most recently used session, locked or not. */
  readonly findLatest: (principalId: PrincipalId) => LiveSession | undefined;
  /** Ends a principal's sessions, after its credential was revoked or it was disabled. */
  readonly endSessionsOf: (principalId: PrincipalId) => void;
  readonly onGroupKeysGone: (listener: (securityGroupId: SecurityGroupId) => void) => void;
  readonly onUnlocked: (listener: (actor: Actor, body: SessionOpenBody) => void) => void;
  /** Calls the listener for sessions opened, locked and ended; outside any transaction. */
  readonly onChange: (listener: ChangeListener) => void;
  /** Number of open sessions, for monitoring. */
  readonly counts: () => { readonly unlocked: number; readonly locked: number };
  /** Deletes expired records of failed unlocks; call inside a transaction. */
  readonly deleteOutlivedFailures: () => void;
  /** Ends expired sessions; also runs automatically every few seconds. */
  readonly sweep: () => void;
  /** Locks all sessions. */
  readonly close: () => void;
}

export function createSessionsService({
  core,
  settings,
  openingFailures,
  beforeAnswer,
  mayOpen,
}: SessionsServiceDeps): SessionsService {
  const { clock, unlocked } = core;
  const limiter = createUnlockThrottle({
    clock,
    store: openingFailures,
    commits: core.commits,
    isClockDoubtful: core.pki.isClockDoubtful,
  });
  const unlockedListeners: ((actor: Actor, body: SessionOpenBody) => void)[] = [];
  const changeListeners: ChangeListener[] = [];

  function publishSession({ session_id: id, principal_id: by }: LiveSession, change: EventChange): void {
    for (const listener of changeListeners)
      listener({ event: 'session', id, change, security_group_id: null, by });
  }

  const table = createSessionTable({
    clock,
    idleMs: () => settings().idle_lock_seconds * 1000,
    onLocked(live) {
      unlocked.release(live.principal_id, live.session_id);
      core.commits.requestCheckpointWithin(0);
      publishSession(live, 'updated');
    },
    onEnded: (live) => publishSession(live, 'purged'),
  });
  const timer = setInterval(table.sweep, SWEEP_EVERY_MS).unref();

  function start(opening: AuthenticatedPrincipal, peer: Peer): { live: LiveSession; actor: Actor } {
    const { row, principalKey, credential, method } = opening;
    const fresh = unlockPrincipal(core, row, principalKey);
    const session_id = core.newId<SessionId>();
    unlocked.retain(fresh, session_id);
    const principal = unlocked.get(row.principal_id);
    const now = clock.nowMs();
    const sessionEnd = now + settings().session_max_seconds * 1000;
    const credentialEnd = credential?.expires_at ? Date.parse(credential.expires_at) : sessionEnd;
    const endsAt = Math.min(sessionEnd, credentialEnd);
    const abort = new AbortController();
    const actor = actorFor(core, principal, { session_id, client_cn: peer.cn, abort });
    const live: LiveSession = {
      session_id,
      principal_id: principal.principal_id,
      kind: principal.kind,
      display_name: principal.display_name,
      is_admin: principal.is_admin,
      client_cn: peer.cn,
      fingerprint: peer.fingerprint,
      from_desktop: peer.isDesktop,
      credential_id: credential?.credential_id ?? null,
      opened_by: method,
      created_at_ms: now,
      expires_at_ms: endsAt,
      expires_at_elapsed_ms: elapsedMs(clock) + endsAt - now,
      abort,
      lastActiveMs: now,
      lastActiveElapsedMs: elapsedMs(clock),
      actor,
    };
    return { live, actor };
  }

  async function open(
    body: SessionOpenBody,
    peer: Peer,
    isGone: () => boolean = () => false,
  ): Promise<SessionOpened> {
    core.workspace();
    methodOf(body);
    const aim = { fingerprint: peer.fingerprint, person: unlockTargetOf(core, body) };
    assertCertificate(body, peer, aim);
    const prove = async () => {
      await mayOpen?.(body);
      const opening = await authenticate(core, body, peer);
      const { live, actor } = start(opening, peer);
      if (isRecovery(opening.method)) leaveNotice(actor);
      const session_token = table.add(live);
      for (const listener of unlockedListeners) listener(actor, body);
      publishSession(live, 'created');
      await beforeAnswer?.();
      const { recovery_key } = opening;
      return { session_token, session: view(live), ...(recovery_key === undefined ? {} : { recovery_key }) };
    };
    const openedBy = ({ session: { principal } }: SessionOpened) =>
      principal.kind === 'person' ? principal.principal_id : null;
    return limiter.run(aim, prove, { isGone, openedBy });
  }

  /**
   * Refuses a passphrase from a certificate that must not use one, whether it is right or wrong. @throws
   * permission_denied
   */
  function assertCertificate(body: SessionOpenBody, peer: Peer, aim: UnlockTarget): void {
    if (body.passphrase === undefined || settings().passphrase_certificates === 'any') return;
    // A request that names no person is refused later.
    if (aim.person === null && body.principal_id === undefined) return;
    if (peer.isDesktop || limiter.isKnown(aim) || isSharedWorkstation(core, peer)) return;
    throw new VaultError(
      'permission_denied',
      'A passphrase is accepted only with the certificate of the desktop, of a workstation, or one this person has used before.',
    );
  }

  /** Appends a permanent notice to the signed membership list: who unlocked by recovery key or shares, and when. */
  function leaveNotice(actor: Actor): void {
    try {
      recordRecoveryNotice(core, core.keysOf(actor));
    } catch (error) {
      unlocked.release(actor.principal_id, actor.session_id);
      throw error;
    }
  }

  function touch(live: LiveSession): void {
    live.lastActiveMs = clock.nowMs();
    live.lastActiveElapsedMs = elapsedMs(clock);
  }

  function view(live: LiveSession): Session {
    return toView(core, live, table.idleEndMs(live));
  }

  return {
    ...createSecretChanges(core, limiter),
    ...createPreferences(core),
    ...createRecoveryNotices(core),
    open,
    find: table.find,
    actorOf(live, { passive = false } = {}) {
      if (live.actor === null) throw new VaultError('session_locked', 'The session is locked. Unlock again.');
      if (!passive) touch(live);
      return live.actor;
    },
    touch,
    touchSession(sessionId) {
      const live = table.findById(sessionId);
      if (live) touch(live);
    },
    view,
    lock(live, { all }) {
      if (all && live.kind !== 'person')
        throw new VaultError('permission_denied', 'Only a person can lock every session.');
      for (const each of all ? table.list() : [live]) table.lock(each);
      return view(live);
    },
    list(actor, query) {
      requireAdmin(actor);
      const rows = table
        .list()
        .map((live) => toRow(live, table.idleEndMs(live)))
        .sort((a, b) => (a.session_id < b.session_id ? -1 : 1));
      return pageOfList(actor, 'sessions', rows, query, (row) => row.session_id);
    },
    end(actor, sessionId) {
      requireAdmin(actor);
      const live = table.findById(sessionId);
      if (!live) throw new VaultError('not_found', 'This session was not found.');
      table.endWhere((candidate) => candidate === live);
      return toRow(live, table.idleEndMs(live));
    },
    findLatest: table.findLatest,
    endSessionsOf: (principalId) => table.endWhere((live) => live.principal_id === principalId),
    onGroupKeysGone: unlocked.onGroupKeysGone,
    onUnlocked: (listener) => void unlockedListeners.push(listener),
    onChange: (listener) => void changeListeners.push(listener),
    counts() {
      const open = table.list();
      const unlocked = open.filter(({ actor }) => actor !== null).length;
      return { unlocked, locked: open.length - unlocked };
    },
    deleteOutlivedFailures: limiter.deleteOutlived,
    sweep: table.sweep,
    close() {
      clearInterval(timer);
      table.endWhere(() => true);
    },
  };
}
