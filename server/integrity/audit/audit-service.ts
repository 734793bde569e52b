/**
 * The audit log service: other services record changes and responses in it; administrators read and verify it.
 * Source: choices, "Sessions and principals"; sealing design B8 (Audit).
 */

import type { Access, AccessesQuery } from '#contract/audit/accesses.ts';
import type { AuditCheck, AuditEntry, AuditKind, AuditQuery } from '#contract/audit/audit-entry.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId, PrincipalId, SessionId, WorkspaceId } from '#contract/ids.ts';
import type { Page } from '#contract/paged-list.ts';
import type { MembershipRecord } from '#crypto/membership/membership.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { requireAdmin } from '#server/identity/actor/administrator.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import type { AuditedResponse, ResponseAudit } from '#server/identity/requests/audited-response.ts';
import { createAuditStore } from '#server/storage/audit/audit-store.ts';
import { createPatientLinks } from '#server/storage/audit/patient-links.ts';
import { createDocumentStore } from '#server/storage/documents/document-store.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import type { ChangeEvent } from '#server/storage/events/change-event.ts';
import { nowInstant } from '#server/system/clock.ts';
import type { AuditContent } from './audit-content.ts';
import { manageAuditKey } from './audit-key.ts';
import { createAuditLog } from './audit-log.ts';
import { createSessionKeys } from './audit-session-keys.ts';
import { createEntryOpener, type EntryOpener } from './entry-opener.ts';
import { listAccesses } from './list-accesses.ts';
import { listEntries, type TitleOf } from './list-entries.ts';
import { type AuditChecked, verifyAuditChain } from './verify-audit-chain.ts';
import {
  auditContentOfChange,
  auditContentOfMembership,
  auditContentOfResponse,
} from './writing/audit-content-mapping.ts';
import { createNewReadings } from './writing/new-readings.ts';
import { createProgramSessions } from './writing/program-sessions.ts';
import { PROGRAM_LOGGED_ONCE_MS } from './writing/recently-logged.ts';

/** Fields that all audit entries of a session share. */
export interface AuditedSession {
  readonly session_id: SessionId;
  readonly client_cn: string;
  readonly opened_by: string;
}

export interface AuditService extends ResponseAudit {
  /**
   * Lists entries, for administrators. The read itself is recorded before the response. @throws permission_denied,
   * invalid_request
   */
  readonly list: (actor: Actor, query: AuditQuery) => Promise<Page<AuditEntry>>;
  /**
   * Lists who saw a patient, for administrators. Listing is itself recorded.
   * @throws permission_denied, not_found, invalid_request
   */
  readonly accesses: (actor: Actor, patientId: DocumentId, query: AccessesQuery) => Promise<Page<Access>>;
  /** Verifies the whole log, for administrators. @throws permission_denied */
  readonly verify: (actor: Actor) => Promise<AuditCheck>;
  /** Call inside the transaction of the change. */
  readonly recordChange: (change: ChangeEvent) => void;
  readonly recordSigned: (records: readonly MembershipRecord[]) => void;
  /** Records a session's change. Call outside any transaction. */
  readonly recordSession: (change: ChangeEvent) => void;
  /** Records an action that changes no rows: backups, decisions. Resolves when durable. */
  readonly recordDone: (actor: Actor, kind: AuditKind, rest: Partial<AuditContent>) => Promise<void>;
  /** Records an action inside its own transaction, so that both commit together or neither. */
  readonly recordWithin: (actor: Actor, kind: AuditKind, rest: Partial<AuditContent>) => void;
  /** Joins a transaction if one is open. */
  readonly recordVault: (kind: 'vault_opened' | 'vault_closed') => void;
  /** Records that a client has proven another history of the vault; `seen`: the newest state the client saw. */
  readonly recordDispute: (clientCn: string, seen: string) => void;
  /** The newest entry, for the anchor outside the folder. */
  readonly head: () => { readonly seq: number; readonly hash: Uint8Array } | undefined;
  readonly close: () => Promise<void>;
}

export interface AuditServiceDeps {
  readonly db: SqlEngine;
  readonly core: AccessCore;
  readonly titleOf: TitleOf;
  /** The principal's most recently used session. */
  readonly sessionOf: (principalId: PrincipalId) => AuditedSession | undefined;
  /** The newest entry as stored in the anchor outside the folder. */
  readonly seenHead: (
    workspaceId: WorkspaceId,
  ) => { readonly seq: number; readonly hash: Uint8Array } | undefined;
  readonly onFailure: (error: unknown) => void;
}

export function createAuditService(deps: AuditServiceDeps): AuditService {
  const { db, core, titleOf, sessionOf, onFailure } = deps;
  const store = createAuditStore(db);
  const links = createPatientLinks(db);
  const documents = createDocumentStore(db);
  manageAuditKey(core);
  const keys = createSessionKeys(core);
  const log = createAuditLog({ db, core, keys, onFailure });
  const openers = new WeakMap<AbortSignal, EntryOpener>();
  const toldSessions = new Map<string, AuditedSession>();
  const programs = createProgramSessions(core.clock);
  const isNewReading = createNewReadings(core.clock, programs.isCounted);
  let programsTimer: NodeJS.Timeout | undefined;

  function newOpener(actor: Actor): EntryOpener {
    return createEntryOpener(store, core.stores.adminSecrets, core.keysOf(actor).secrets);
  }

  /** Kept for all pages of a session, and wiped when it locks. @throws session_locked */
  function openerOf(actor: Actor): EntryOpener {
    if (actor.signal.aborted)
      throw new VaultError('session_locked', 'The session is locked. Unlock it first.');
    const known = openers.get(actor.signal);
    if (known !== undefined) return known;
    const opener = newOpener(actor);
    openers.set(actor.signal, opener);
    actor.signal.addEventListener('abort', opener.close, { once: true });
    return opener;
  }

  function withSession(content: AuditContent): AuditContent {
    const session = content.by === null ? undefined : sessionOf(content.by);
    if (session === undefined) return content;
    return { ...content, session_id: session.session_id, client_cn: session.client_cn };
  }

  function recordSession({ id, change, by }: ChangeEvent): void {
    const session = change === 'created' ? sessionOf(by) : toldSessions.get(id);
    if (change === 'created' && session !== undefined) toldSessions.set(id, session);
    if (change === 'purged') toldSessions.delete(id);
    const kind =
      change === 'created' ? 'session_opened' : change === 'purged' ? 'session_ended' : 'session_locked';
    const content: AuditContent = {
      kind,
      by,
      session_id: id,
      object_type: 'session',
      object_id: id,
      client_cn: session?.client_cn ?? null,
      detail: session?.opened_by ?? null,
    };
    const written =
      change !== 'created'
        ? programs.isCounted(id)
          ? log.flush()
          : log.appendAlone(content)
        : isProgram(by)
          ? tellAll(programs.opened({ ...content, session_id: id }))
          : core.commits.write(() => {
              log.append(content);
              log.countersign(by);
            });
    if (change === 'purged') programs.ended(id);
    if (isProgram(by)) programsTimer ??= setTimeout(tellCounted, PROGRAM_LOGGED_ONCE_MS).unref();
    void written.catch(onFailure).finally(() => keys.dropIfGone(by));
  }

  /** True also for a response that is not a read. */
  function isProgram(principalId: PrincipalId): boolean {
    return core.ledger.findState()?.principals.get(principalId)?.kind !== 'person';
  }

  async function tellAll(contents: readonly AuditContent[]): Promise<void> {
    await Promise.all(contents.map((content) => log.appendAlone(content)));
  }

  function tellCounted(): void {
    programsTimer = undefined;
    void tellAll(programs.take()).catch(onFailure);
  }

  async function verify(actor: Actor): Promise<AuditCheck> {
    requireAdmin(actor);
    await log.flush();
    // Its own, because keys are verified too.
    const opener = newOpener(actor);
    try {
      const checked: AuditChecked = await verifyAuditChain({
        store,
        opener,
        workspaceId: actor.workspace_id,
        state: core.ledger.state(),
        seen: deps.seenHead(actor.workspace_id),
        signal: actor.signal,
      });
      const { entries, opened, first_at, broken_seq, findings } = checked;
      return {
        ...{ entries, opened, first_at, broken_seq },
        holds: findings.length === 0,
        checked_at: nowInstant(core.clock),
      };
    } finally {
      opener.close();
    }
  }

  return {
    verify,
    async list(actor, query) {
      requireAdmin(actor);
      await tellReading(actor, query);
      const parts = { store, opener: openerOf(actor), titleOf, displayNameOf: core.displayNameOf };
      return listEntries(parts, actor, query);
    },
    async accesses(actor, patientId, query) {
      requireAdmin(actor);
      await tellReading(actor, query, { object_type: 'patients', object_id: patientId });
      const opening = { store, opener: openerOf(actor), titleOf, displayNameOf: core.displayNameOf };
      return listAccesses({ ...opening, links, findDocument: documents.find }, actor, patientId, query);
    },
    recordChange(change) {
      const content = auditContentOfChange(change);
      if (content === undefined) return;
      const exams = (change.exam_ids ?? []).flatMap((id) => links.patientOf(id) ?? []);
      log.append(withSession(withPatients(content, [...(change.patient_ids ?? []), ...exams])));
    },
    recordSigned(records) {
      for (const record of records) log.append(withSession(auditContentOfMembership(record)));
    },
    recordSession,
    recordDone: (actor, kind, rest) => log.appendAlone(named({ kind, ...whoOf(actor), ...rest })),
    recordWithin: (actor, kind, rest) => log.append(named({ kind, ...whoOf(actor), ...rest })),
    recordVault(kind) {
      if (kind !== 'vault_closed') return log.append({ kind, by: null });
      clearTimeout(programsTimer);
      for (const content of programs.take()) log.append(content);
      log.appendLast({ kind, by: null });
    },
    recordDispute(client_cn, detail) {
      const content = { kind: 'history_disputed', by: null, client_cn, detail } as const;
      void log.appendAlone(content).catch(onFailure);
    },
    recordSoon(answer) {
      if (!isNewReading(answer)) return;
      const content = auditContentOfResponse(answer);
      if (content === undefined) return;
      // Requests the key while the session is open: a session whose opening was only counted has none yet.
      keys.of(content.by);
      log.recordOnce(named(content, answer.query));
    },
    async recordNow(answer) {
      const content = auditContentOfResponse(answer);
      if (content !== undefined) await log.appendAlone(named(content, answer.query));
    },
    head: store.head,
    async close() {
      // A failure is only reported, because the shutdown must continue.
      await log.flush().catch(onFailure);
      keys.close();
    },
  };

  /** Names the patient of the exam or file the entry is about, and of what a list was asked for. */
  function named(
    content: AuditContent,
    { patient_id, exam_id }: AuditedResponse['query'] = {},
  ): AuditContent {
    // A patient is named by the entry itself; a question to the database would tell a known id from an unknown one.
    const about = content.object_type === 'patients' ? undefined : content.object_id;
    const ids = [about, exam_id].filter((id) => typeof id === 'string');
    const patients = ids.flatMap((id) => links.patientOf(id) ?? []);
    return withPatients(content, typeof patient_id === 'string' ? [patient_id, ...patients] : patients);
  }

  function whoOf({ principal_id: by, session_id, client_cn }: Actor) {
    return { by, session_id, client_cn };
  }

  /** Records a reading of the log once a minute, an export each time. */
  async function tellReading(
    actor: Actor,
    { purpose, cursor }: Pick<AuditQuery, 'purpose' | 'cursor'>,
    about: Partial<AuditContent> = {},
  ): Promise<void> {
    if (cursor !== undefined) return;
    if (purpose === 'export') return log.appendAlone({ kind: 'audit_exported', ...whoOf(actor), ...about });
    log.recordOnce({ kind: 'audit_read', ...whoOf(actor), ...about });
    await log.flush();
  }
}

function withPatients(content: AuditContent, patients: readonly string[]): AuditContent {
  return patients.length === 0 ? content : { ...content, patient_ids: [...new Set(patients)] };
}
