/**
 * One sync of a travelling copy with its home vault: pulls membership, then documents and files, then pushes local
 * changes and their outcome. Every step is stored separately and can be repeated: after an interruption the next sync
 * continues. Data that does not verify is reported and never stored; the rest continues.
 * Source: clinic design, section 9.
 */
import type { SecurityGroupId } from '#contract/ids.ts';
import { parseDocumentId } from '#contract/ids.ts';
import { TRAVEL_ROUTES } from '#contract/sync/routes.ts';
import type { SealedDocument, SealedVersion } from '#contract/sync/sealed-rows.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { VaultApiError } from '#sdk/errors.ts';
import type { DocumentSync } from '#server/documents/travelling-copy/document-sync.ts';
import type { NodeSync } from '#server/drives/travelling-copy/node-sync.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import type { FindingsPort } from '#server/identity/requests/findings-port.ts';
import type { CopyNodesStore } from '#server/storage/travelling-copy/copy-nodes-store.ts';
import type { CopyGroupRow, CopyStore } from '#server/storage/travelling-copy/copy-store.ts';
import { type Clock, nowInstant } from '#server/system/clock.ts';
import { verifyBootstrap } from './apply-bootstrap.ts';
import { isTransientError } from './is-transient-error.ts';
import { createFileSync, type SyncRun } from './sync-files.ts';

export interface SyncDeps {
  readonly core: AccessCore;
  readonly clock: Clock;
  readonly store: CopyStore;
  readonly documents: DocumentSync;
  readonly nodes: CopyNodesStore;
  readonly files: NodeSync;
  readonly findings: FindingsPort;
  /** Applies the new membership list and settings to sessions and keys. */
  readonly follow: () => void;
}

/** Pull-and-push rounds per sync: a push may require another pull, after a conflict or a key rotation. */
const ROUNDS = 3;
/** Error codes of the home vault that a pull resolves. */
const PUT_RIGHT_BY_PULLING: ReadonlySet<string> = new Set([
  'version_conflict',
  'version_pending',
  'group_key_unavailable',
]);

export function createSync(deps: SyncDeps) {
  const { core, clock, store, documents, findings } = deps;
  const { commits, ledger } = core;
  const files = createFileSync({ ...deps, commits });

  async function takeFrame({ client, actor, passphrase }: SyncRun): Promise<{
    readonly epoch: number;
    readonly purgesKeptSince: string;
  }> {
    const frame = await client.request(TRAVEL_ROUTES.frame, { query: { after: ledger.state().head.seq } });
    const proven = await verifyBootstrap(core, core.keysOf(actor), frame, passphrase);
    // A group is removed only by a signed record, and while its keys are still in memory.
    for (const { security_group_id } of store.listGroups()) {
      const group = proven.state.groups.get(security_group_id);
      if (group?.members.has(actor.principal_id) !== true) await dropGroup(actor, security_group_id);
    }
    commits.writeNow(proven.store);
    deps.follow();
    return { epoch: frame.epoch, purgesKeptSince: frame.purges_kept_since };
  }

  async function dropGroup(actor: Actor, securityGroupId: SecurityGroupId): Promise<void> {
    await documents.dropGroup(actor, securityGroupId);
    await files.dropGroup(actor, securityGroupId);
    await commits.write(() => {
      store.deleteGroup(securityGroupId);
      store.deleteMissingOf(securityGroupId);
      core.stores.membership.deleteGrantsOf(securityGroupId, actor.principal_id);
    });
  }

  async function pullGroup(run: SyncRun, group: CopyGroupRow, startsAnew: boolean): Promise<void> {
    const { security_group_id, since } = group;
    let after = startsAnew ? 0 : group.after_seq;
    // Pull everything again: documents are missing although the position says otherwise.
    if (after === 0 && store.countMissing(security_group_id) > 0)
      await commits.write(() => store.deleteMissingOf(security_group_id));
    for (;;) {
      run.actor.signal.throwIfAborted();
      const page = await run.client.request(TRAVEL_ROUTES.pull, {
        body: { security_group_id, after, ...(since === null ? {} : { since }) },
      });
      for (const sealed of page.documents) await takeDocument(run, security_group_id, sealed);
      for (const id of page.purged) {
        await documents.takePurge(run.actor, parseDocumentId(id));
        if (store.countMissing(security_group_id) > 0) await commits.write(() => store.deleteMissing(id));
        await files.takePurge(run.actor, id);
      }
      after = page.next;
      const done = {
        ...{ security_group_id, since, after_seq: after },
        is_whole: page.is_last && store.countMissing(security_group_id) === 0 ? 1 : 0,
        pulled_at: page.is_last ? nowInstant(clock) : group.pulled_at,
      };
      await commits.write(() => store.updateGroup(done));
      if (page.is_last) return;
    }
  }

  /** Stores a pulled document; one that does not verify is reported and the present state stays. */
  async function takeDocument(
    run: SyncRun,
    securityGroupId: SecurityGroupId,
    sealed: SealedDocument,
  ): Promise<void> {
    const { document_id } = sealed.row;
    try {
      if (sealed.row.security_group_id !== securityGroupId) throw new CryptoError();
      const versions = await wholeChain(run, sealed);
      await documents.take(run.actor, documents.unpack({ ...sealed, versions: [...versions] }));
      findings.resolve('document_damaged', document_id);
      if (store.countMissing(securityGroupId) > 0)
        await commits.write(() => store.deleteMissing(document_id));
    } catch (error) {
      if (!(error instanceof CryptoError)) throw error;
      findings.report('document_damaged', document_id);
      await commits.write(() => store.insertMissing(document_id, securityGroupId));
    }
  }

  /** Fetches the missing versions, starting after the newest one stored here. */
  async function wholeChain(
    { client }: SyncRun,
    { row, versions }: SealedDocument,
  ): Promise<readonly SealedVersion[]> {
    const known = documents.newestKnown(row.document_id);
    if ((versions[0]?.seq ?? 0) <= known + 1) return versions;
    const chain: SealedVersion[] = [];
    for (let after: number | null = known; after !== null; ) {
      const { security_group_id, document_id } = row;
      const page: { versions: SealedVersion[]; next: number | null } = await client.request(
        TRAVEL_ROUTES.pullVersions,
        { body: { security_group_id, document_id, after } },
      );
      chain.push(...page.versions.filter(({ seq }) => seq <= row.seq));
      after = page.next;
    }
    return chain;
  }

  async function pullAll(run: SyncRun, startsAnew: (group: CopyGroupRow) => boolean): Promise<void> {
    for (const group of store.listGroups()) {
      const isAnew = startsAnew(group);
      await pullGroup(run, group, isAnew);
      await files.pull(run, group.security_group_id, isAnew);
    }
  }

  /** Pushes all pending changes. @returns true when the home vault accepted anything or asked for a pull first. */
  async function pushAll(run: SyncRun): Promise<boolean> {
    const { client, actor } = run;
    let isMoved = false;
    for (const document_id of documents.listWaitingIds()) {
      actor.signal.throwIfAborted();
      await documents.rewrapNew(actor, document_id);
      const body = documents.compose(actor, document_id);
      if (body === undefined) continue;
      try {
        await client.request(TRAVEL_ROUTES.push, { body });
        isMoved = true;
        await commits.write(() => store.deleteNote(document_id));
      } catch (error) {
        if (!(error instanceof VaultApiError) || isTransientError(error)) throw error;
        if (PUT_RIGHT_BY_PULLING.has(error.code)) isMoved = true;
        else await commits.write(() => store.updateNote({ document_id, state: 'refused', code: error.code }));
      }
    }
    // Files follow the exams they belong to.
    const isBrought = await files.push(run);
    return isMoved || isBrought;
  }

  return {
    /**
     * Runs one sync. @throws VaultApiError, APIConnectionError where the home vault is unavailable or refuses;
     * CryptoError for a forged list
     */
    async run(run: SyncRun): Promise<void> {
      const { epoch, purgesKeptSince } = await takeFrame(run);
      const isOtherEpoch = store.findState()?.epoch !== epoch;
      await pullAll(
        run,
        ({ pulled_at }) => isOtherEpoch || (pulled_at !== null && pulled_at < purgesKeptSince),
      );
      for (let round = 0; round < ROUNDS && (await pushAll(run)); round += 1) {
        await takeFrame(run);
        await pullAll(run, () => false);
      }
      await files.fetchPinnedFiles(run);
      await commits.write(() => store.updateState({ exchanged_at: nowInstant(clock), epoch }));
    },
  };
}
