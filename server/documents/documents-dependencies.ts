/**
 * Shared dependencies of all document operations: stores, and ports that other parts of the server implement.
 * Operations are functions over this core.
 */

import type { Settings } from '#contract/access/credentials.ts';
import type { Resource } from '#contract/documents/document-index.ts';
import type { PaperLocale } from '#contract/exchange/paper-locale.ts';
import type { DocumentId, NewId, PrincipalId, SecurityGroupId, WorkspaceId } from '#contract/ids.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { SigningPort } from '#server/identity/actor/signing-port.ts';
import type { FindingsPort } from '#server/identity/requests/findings-port.ts';
import type { CommitQueue } from '#server/storage/commit-queue.ts';
import { type CosignStore, createCosignStore } from '#server/storage/documents/cosign-store.ts';
import { createDocumentStore, type DocumentStore } from '#server/storage/documents/document-store.ts';
import { createDraftStore, type DraftStore } from '#server/storage/documents/draft-store.ts';
import { createSampleStore, type SampleStore } from '#server/storage/documents/sample-store.ts';
import { createSignatureStore, type SignatureStore } from '#server/storage/documents/signature-store.ts';
import { createTombstoneStore, type TombstoneStore } from '#server/storage/documents/tombstone-store.ts';
import { createVersionStore, type VersionStore } from '#server/storage/documents/version-store.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import type { ChangeListener } from '#server/storage/events/change-event.ts';
import { createServiceState, type ServiceState } from '#server/storage/http/database-state-store.ts';
import { createIdempotencyStore, type IdempotencyStore } from '#server/storage/http/idempotency-store.ts';
import type { SearchPort } from '#server/storage/search/search-port.ts';
import type { Clock } from '#server/system/clock.ts';
import type { FairTurns } from '#server/system/concurrency/fair-scheduler.ts';
import { createReportDerivation, type ReportDerivation } from './reports/report-derivation.ts';
import { createRowCache, type RowCache } from './row-cache.ts';

export interface DocumentsDeps {
  readonly db: SqlEngine;
  readonly commits: CommitQueue;
  readonly clock: Clock;
  readonly workspaceId: () => WorkspaceId;
  readonly settings: () => Pick<Settings, 'time_precision' | 'draft_retention_days'>;
  readonly displayNameOf: (principalId: PrincipalId) => string;
  /** Language and time zone of the actor's letters; undefined where they have not said them. */
  readonly ownLocale: (actor: Actor) => PaperLocale | undefined;
  /** Generates a UUID version 7. */
  readonly newId: NewId;
  readonly search: SearchPort;
  readonly findings: FindingsPort;
  readonly signing: SigningPort;
  /** Lets other requests run between slices of a long read. */
  readonly turns: Pick<FairTurns, 'giveWay'>;
  /** How long a list waits for a search index under construction, where it can do without; set by tests. */
  readonly indexPatienceMs?: number;
  /** How long a list waits for a search index under construction, where it cannot do without; set by tests. */
  readonly searchPatienceMs?: number;
}

/** A document being purged, as passed to listeners inside the purge's own transaction. */
export interface PurgedDocument {
  readonly actor: Actor;
  readonly resource: Resource;
  readonly document_id: DocumentId;
  readonly security_group_id: SecurityGroupId;
}

export interface DocumentsCore extends DocumentsDeps {
  readonly documents: DocumentStore;
  readonly versions: VersionStore;
  readonly purges: TombstoneStore;
  /** Caches rows of documents that are read repeatedly. */
  readonly rows: RowCache;
  readonly drafts: DraftStore;
  readonly signatures: SignatureStore;
  readonly cosign: CosignStore;
  readonly samples: SampleStore;
  readonly idempotency: IdempotencyStore;
  readonly serviceState: ServiceState;
  readonly reports: ReportDerivation;
  /**
   * Number of pending changes per document. While there is one, the next change is sealed inside its own transaction.
   */
  readonly waiting: Map<DocumentId, number>;
  /** Documents being purged now: writes to them fail with `version_pending`. */
  readonly pending: Set<string>;
  readonly purgeListeners: ((purged: PurgedDocument) => void)[];
  readonly changeListeners: ChangeListener[];
}

export function createDocumentsCore(deps: DocumentsDeps): DocumentsCore {
  const documents = createDocumentStore(deps.db);
  const versions = createVersionStore(deps.db);
  return {
    ...deps,
    documents,
    versions,
    purges: createTombstoneStore(deps.db),
    rows: createRowCache(deps.db, documents, versions, deps.commits),
    drafts: createDraftStore(deps.db),
    signatures: createSignatureStore(deps.db),
    cosign: createCosignStore(deps.db),
    samples: createSampleStore(deps.db),
    idempotency: createIdempotencyStore(deps.db),
    serviceState: createServiceState(deps.db),
    reports: createReportDerivation(),
    waiting: new Map(),
    pending: new Set(),
    purgeListeners: [],
    changeListeners: [],
  };
}
