/**
 * Fixture of documents and search on a real database file. Actors have key rings filled by hand, because the rules do
 * not depend on how a session was opened. `reopen` simulates a restart.
 */
import { onTestFinished } from 'vitest';
import type { Role } from '#contract/access/roles.ts';
import type { Resource } from '#contract/documents/document-index.ts';
import type { UpdateBody } from '#contract/documents/requests.ts';
import type { DocumentView } from '#contract/documents/views.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId, PrincipalId, SecurityGroupId, WorkspaceId } from '#contract/ids.ts';
import type { TimePrecision } from '#contract/instant.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { KeyRing } from '#crypto/keys/key-ring.ts';
import { type GroupKey, generateGroupKey, parseGroupKey } from '#crypto/keys/key-types.ts';
import { randomBytes } from '#crypto/random.ts';
import { createDocumentsService, type DocumentsService } from '#server/documents/documents-service.ts';
import { createSummaryOpener } from '#server/documents/sealing/summary-seal.ts';
import { createReportTextOpener } from '#server/documents/text-search/open-report-text.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { createFindingsRecorder, type FindingsRecorder } from '#server/integrity/findings/record-findings.ts';
import { createSearchService, type SearchService } from '#server/search/search-service.ts';
import { type CommitQueue, createCommitQueue } from '#server/storage/commit-queue.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createFairTurns } from '#server/system/concurrency/fair-scheduler.ts';
import { createTestClock, type TestClock } from '#test/support/clock.ts';
import { idOf, newId } from '#test/support/ids.ts';
import { testTempDir } from '#test/support/temp-dir.ts';
import { openTestEngine } from '#test/support/test-engine.ts';

export interface TestActor extends Actor {
  /** Locks the actor as a session lock does: keys are wiped, the signal aborted. */
  readonly lock: () => void;
}

export interface ActorOptions {
  readonly display_name?: string;
  /** Roles by group. */
  readonly roles: Readonly<Record<string, Role>>;
  /** Groups of the actor without a key. */
  readonly keyless?: readonly string[];
}

/** Documents service whose `update` response is parsed. */
interface ReadDocuments extends Omit<DocumentsService, 'update'> {
  readonly update: <R extends Resource>(
    actor: Actor,
    resource: R,
    documentId: DocumentId,
    body: UpdateBody<R>,
  ) => Promise<DocumentView<R>>;
}

function reading(documents: DocumentsService): ReadDocuments {
  return {
    ...documents,
    async update(...args) {
      const { bytes } = await documents.update(...args);
      return JSON.parse(bytes.toString('utf8'));
    },
  };
}

interface Parts {
  readonly db: SqlEngine;
  readonly commits: CommitQueue;
  readonly search: SearchService;
  readonly documents: ReadDocuments;
  readonly health: FindingsRecorder;
}

export interface Fixture extends Parts {
  readonly dataDir: string;
  readonly clock: TestClock;
  readonly workspaceId: WorkspaceId;
  readonly group: SecurityGroupId;
  readonly otherGroup: SecurityGroupId;
  /** Workspace settings; tests may change them. */
  readonly settings: { time_precision: TimePrecision; draft_retention_days: number };
  /** Keys of a group by generation; actors created later get added ones. */
  readonly keysOf: (securityGroupId: SecurityGroupId) => Map<number, GroupKey>;
  readonly actor: (options: ActorOptions) => TestActor;
  /** Changes a principal's display name. */
  readonly rename: (principalId: PrincipalId, displayName: string) => void;
  /** Owner of `group`. */
  readonly owner: TestActor;
  readonly reopen: () => Promise<void>;
}

/** Sets how long lists wait for an index being built: where they can work without it, and where they cannot. */
export function createFixture({ indexPatienceMs = 10_000, searchPatienceMs = 10_000 } = {}): Fixture {
  const dataDir = testTempDir();
  const clock = createTestClock(Date.parse('2026-03-01T10:00:00.000Z'));
  const workspaceId: WorkspaceId = newId();
  const group: SecurityGroupId = newId();
  const otherGroup: SecurityGroupId = newId();
  const groupKeys = new Map<string, Map<number, GroupKey>>();
  const names = new Map<string, string>();
  const settings = { time_precision: 'none' as TimePrecision, draft_retention_days: 30 };

  function open(): Parts {
    const db = openTestEngine(dataDir);
    const commits = createCommitQueue(db);
    const health = createFindingsRecorder({
      db,
      commits,
      clock,
      onFailure: (error) => {
        throw error;
      },
    });
    const search = createSearchService({
      db,
      dataDir,
      workspaceId: () => workspaceId,
      openSummary: createSummaryOpener(() => workspaceId),
      openReportText: createReportTextOpener(db, () => workspaceId),
    });
    const documents = createDocumentsService({
      db,
      commits,
      clock,
      workspaceId: () => workspaceId,
      settings: () => settings,
      ownLocale: () => undefined,
      displayNameOf: (id) => names.get(id) ?? 'unknown',
      newId,
      search,
      findings: health,
      turns: createFairTurns(),
      signing: {
        signerOf: () => {
          throw new Error('principals have no keys here');
        },
        canBeAsked: () => false,
        pathOf: () => [],
      },
      indexPatienceMs,
      searchPatienceMs,
    });
    return { db, commits, search, documents: reading(documents), health };
  }

  let parts = open();

  async function close(): Promise<void> {
    await parts.search.close();
    await parts.health.whenIdle();
    await parts.documents.close();
    parts.commits.close();
    parts.db.close();
  }
  onTestFinished(close);

  function keysOf(securityGroupId: SecurityGroupId): Map<number, GroupKey> {
    const keys = groupKeys.get(securityGroupId) ?? new Map([[1, generateGroupKey()]]);
    groupKeys.set(securityGroupId, keys);
    return keys;
  }

  function actor({ display_name = 'Dr. Ada', roles, keyless = [] }: ActorOptions): TestActor {
    const keyRing = new KeyRing();
    const controller = new AbortController();
    const groupIds = Object.keys(roles).map((id) => idOf<SecurityGroupId>(id));
    for (const securityGroupId of groupIds) {
      if (keyless.includes(securityGroupId)) continue;
      for (const [generation, key] of keysOf(securityGroupId)) {
        keyRing.setGroupKey(securityGroupId, generation, parseGroupKey(Uint8Array.from(key)));
      }
    }
    const principal_id: PrincipalId = newId();
    names.set(principal_id, display_name);
    return {
      workspace_id: workspaceId,
      principal_id,
      kind: 'person',
      display_name,
      is_admin: false,
      session_id: newId(),
      client_cn: 'test',
      keyRing,
      macKey: randomBytes(32),
      signal: controller.signal,
      roleIn: (securityGroupId) => roles[securityGroupId],
      groupIds: () => groupIds,
      lock() {
        controller.abort();
        keyRing.wipe();
      },
    };
  }

  return {
    dataDir,
    clock,
    workspaceId,
    group,
    otherGroup,
    settings,
    keysOf,
    actor,
    rename: (principalId, displayName) => void names.set(principalId, displayName),
    owner: actor({ roles: { [group]: 'owner' } }),
    get db() {
      return parts.db;
    },
    get commits() {
      return parts.commits;
    },
    get documents() {
      return parts.documents;
    },
    get health() {
      return parts.health;
    },
    get search() {
      return parts.search;
    },
    async reopen(): Promise<void> {
      await close();
      parts = open();
    },
  };
}

/** Returns the error code of a call: a VaultError's, or `crypto_error`. */
export async function codeOf(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof VaultError) return error.code;
    if (error instanceof CryptoError) return 'crypto_error';
    throw error;
  }
  return 'no error';
}

/** Returns the VaultError of a call. */
export async function errorOf(work: () => unknown): Promise<VaultError> {
  try {
    await work();
  } catch (error) {
    if (error instanceof VaultError) return error;
    throw error;
  }
  throw new Error('the call did not fail');
}
