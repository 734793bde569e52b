/**
 * The service of a running travelling copy: syncs at an unlock, every minute while unlocked and on request; reports its
 * status; opens without the home vault while the lease lasts. The person's passphrase is in memory only while unlocked.
 */
import type { SessionOpenBody } from '#contract/access/session.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId, NodeId, SecurityGroupId } from '#contract/ids.ts';
import { instantOf } from '#contract/instant.ts';
import { COPY_LEASE_DAYS } from '#contract/limits.ts';
import type { RenameChoice, TravellingCopyStatus } from '#contract/sync/travelling-copy.ts';
import type { VaultClient } from '#sdk/client.ts';
import { APIConnectionError, VaultApiError } from '#sdk/errors.ts';
import { parseAddresses } from '#sdk/node/transport/addresses.ts';
import type { BlobPlace } from '#server/drives/travelling-copy/fetch-content.ts';
import {
  type Actor,
  notFoundError,
  requireRoleForObject,
  requireRoleInGroup,
} from '#server/identity/actor/actor.ts';
import { homeVaultRequired } from '#server/identity/requests/home-vault-required.ts';
import { nowInstant } from '#server/system/clock.ts';
import { createSerialQueue } from '#server/system/concurrency/serial-queue.ts';
import type { CopyMarker } from '#server/system/config/folder/copy-marker.ts';
import { StorageUnavailableError } from '#server/system/storage-unavailable-error.ts';
import { leaseEndMs } from './copy-lease.ts';
import type { ConnectionState, HomeVaultConnection } from './home-vault-connection.ts';
import { isTransientError } from './is-transient-error.ts';
import { createSync, type SyncDeps } from './sync.ts';

const EVERY_MS = 60_000;

export interface CopyServiceDeps extends SyncDeps {
  readonly mark: CopyMarker;
  readonly clinic: HomeVaultConnection;
  readonly onFailure: (error: unknown) => void;
}

export type CopyService = ReturnType<typeof createCopyService>;

export function createCopyService(deps: CopyServiceDeps) {
  const { mark, clinic, store, clock, core, documents, nodes, files, onFailure } = deps;
  const exchange = createSync(deps);
  const turns = createSerialQueue();
  let standing: { readonly is: ConnectionState; readonly since: string } = {
    is: 'away',
    since: store.findState()?.exchanged_at ?? mark.taken_at,
  };
  let opened: { readonly actor: Actor; passphrase: string | undefined } | undefined;
  let isExchanging = false;
  let nextAtMs: number | undefined;
  let timer: NodeJS.Timeout | undefined;

  function setConnectionState(is: ConnectionState): void {
    if (standing.is !== is) standing = { is, since: nowInstant(clock) };
  }

  function holder() {
    if (opened?.actor.signal.aborted === true) opened = undefined;
    return opened;
  }

  async function syncOnce(): Promise<void> {
    const held = holder();
    if (held === undefined) return;
    const { actor, passphrase } = held;
    isExchanging = true;
    try {
      const reached = await clinic.connect(passphrase);
      // Dropped, because another attempt would only count as one more failed guess.
      if (reached.standing === 'passphrase') held.passphrase = undefined;
      if (reached.standing === 'with' && passphrase !== undefined)
        await exchange.run({ client: reached.client, actor, passphrase });
      setConnectionState(reached.standing);
      await clinic.renewIfDue(core.ledger.state().ca?.sha256 ?? null);
    } catch (error) {
      // Locked during the sync: the error says nothing about the home vault.
      if (actor.signal.aborted) return;
      setConnectionState(error instanceof APIConnectionError || isTransientError(error) ? 'away' : 'refused');
      if (error instanceof APIConnectionError || error instanceof VaultApiError) return;
      onFailure(error);
    } finally {
      isExchanging = false;
    }
  }

  function schedule(): void {
    clearTimeout(timer);
    nextAtMs = undefined;
    if (holder() === undefined) return;
    nextAtMs = clock.nowMs() + EVERY_MS;
    timer = setTimeout(() => void turn(), EVERY_MS).unref();
  }

  function turn(): Promise<void> {
    return turns.run(syncOnce).finally(schedule);
  }

  /** Connects to the home vault. @throws StorageUnavailableError where it does not respond */
  async function connected(isAnew: boolean): Promise<{ client: VaultClient; actor: Actor }> {
    const held = holder();
    if (held === undefined) throw contentUnavailable();
    const known = isAnew ? undefined : clinic.connected();
    if (known !== undefined) return { client: known, actor: held.actor };
    const reached = await turns.run(() => clinic.connect(held.passphrase));
    if (reached.standing !== 'with') throw contentUnavailable();
    return { client: reached.client, actor: held.actor };
  }

  async function bring(place: BlobPlace, isAnew: boolean): Promise<void> {
    const { client, actor } = await connected(isAnew);
    try {
      await files.content.fetch(actor, place, (from) => client.travel.sealedBytes(from));
    } catch (error) {
      if (error instanceof APIConnectionError) throw contentUnavailable(error);
      if (!(error instanceof VaultApiError)) throw error;
      // The session there has ended, so open a new one once.
      if (!isAnew && error.status === 401) return bring(place, true);
      throw contentUnavailable(error);
    }
  }

  function opensUntilMs(): number {
    return leaseEndMs(store.findState()?.exchanged_at ?? mark.taken_at);
  }

  function status(): TravellingCopyStatus {
    const names = core.groupNameOf;
    return {
      workspace_id: mark.workspace_id,
      name: core.workspace().name,
      taken_at: mark.taken_at,
      clinic: {
        standing: standing.is,
        since: standing.since,
        exchanged_at: store.findState()?.exchanged_at ?? mark.taken_at,
        next_try_at: nextAtMs === undefined ? null : new Date(nextAtMs).toISOString(),
        is_exchanging: isExchanging,
        certificate_ends_at: clinic.certificateEndsAt(),
      },
      opens_until: new Date(opensUntilMs()).toISOString(),
      waits: [
        ...documents.listWaiting(),
        ...files.listWaiting().map((each) => ({ ...each, patient_id: documents.patientOf(each.exam_id) })),
      ],
      pins: nodes.listPins().map((pin) => ({ ...pin, ...nodes.countExam(pin.exam_id) })),
      taken: store.listGroups().map((group) => {
        const counts = store.countDocuments(group.security_group_id);
        const of = (resource: string) => counts.find((each) => each.resource === resource)?.count ?? 0;
        const { security_group_id, since, is_whole, pulled_at } = group;
        return {
          ...{ security_group_id, name: names(security_group_id), since, pulled_at },
          ...{ patients: of('patients'), exams: of('exams'), templates: of('templates') },
          bytes: counts.reduce((sum, { bytes }) => sum + bytes, 0),
          ...filesOf(security_group_id),
          is_whole: is_whole === 1,
        };
      }),
      addresses: clinic.addresses(),
    };
  }

  function filesOf(securityGroupId: SecurityGroupId) {
    const { files: count, files_here } = nodes.countGroup(securityGroupId);
    return { files: count, files_here };
  }

  return {
    status,

    /**
     * Fetches content missing on this computer. @returns false for a blob that no row names. @throws StorageUnavailableError
     */
    async fetchBlob(blobId: string): Promise<boolean> {
      const place = files.content.placeOf(blobId);
      if (place === undefined) return false;
      await bring(place, false);
      return true;
    },

    /** Keeps the files of an exam on this computer, or stops doing so. @throws not_found, permission_denied */
    async pin(actor: Actor, examId: DocumentId, isPinned: boolean): Promise<TravellingCopyStatus> {
      const exam = documents.findExam(examId);
      if (exam === undefined) throw notFoundError();
      requireRoleForObject(actor, exam.security_group_id, 'viewer');
      await core.commits.write(() => {
        if (isPinned)
          nodes.updatePin({
            exam_id: examId,
            security_group_id: exam.security_group_id,
            pinned_at: nowInstant(clock),
          });
        else nodes.deletePin(examId);
      });
      if (isPinned) void turn();
      return status();
    },

    /** Resolves a name conflict of a file. @throws not_found, permission_denied, document_deleted, name_taken */
    async settleName(actor: Actor, nodeId: NodeId, keep: RenameChoice): Promise<TravellingCopyStatus> {
      await files.settleName(actor, nodeId, keep);
      if (keep === 'own') void turn();
      return status();
    },

    /**
     * Runs before keys are opened. @throws permission_denied when the lease has ended and the home vault does not
     * accept the person
     */
    async assertMayOpen({ passphrase, device_secret }: SessionOpenBody): Promise<void> {
      // Recovery is signed into the list and an invite creates keys: both need the home vault.
      if (passphrase === undefined && device_secret === undefined) throw homeVaultRequired();
      if (clock.nowMs() < opensUntilMs()) return;
      const reached = await clinic.connect(passphrase);
      if (reached.standing === 'with') return;
      throw new VaultError(
        'permission_denied',
        `Not synced for ${COPY_LEASE_DAYS} days. Connect to the clinic, then unlock with your passphrase. Nothing is lost.`,
      );
    },

    /** Called after an unlock: stores the passphrase in memory and starts a sync. */
    onOpened(actor: Actor, { passphrase }: SessionOpenBody): void {
      if (actor.principal_id !== mark.principal_id) return;
      opened = { actor, passphrase: passphrase ?? holder()?.passphrase };
      actor.signal.addEventListener('abort', () => {
        if (opened?.actor === actor) opened = undefined;
        schedule();
        void turns.run(clinic.disconnect).catch(onFailure);
      });
      void turn();
    },

    /** Runs a sync; resolves when it has ended, also on failure. */
    async exchange(passphrase: string | undefined): Promise<TravellingCopyStatus> {
      const held = holder();
      if (held !== undefined && passphrase !== undefined) held.passphrase = passphrase;
      await turn();
      return status();
    },

    /** Adds a group to the copy. @throws permission_denied unless a member; invalid_request */
    async takeGroup(
      actor: Actor,
      securityGroupId: SecurityGroupId,
      since: string | null,
    ): Promise<TravellingCopyStatus> {
      requireRoleInGroup(actor, securityGroupId, 'viewer');
      const from = since === null ? null : instantOf('since', since);
      await turns.run(() =>
        core.commits.write(() =>
          store.updateGroup({
            ...{ security_group_id: securityGroupId, since: from },
            ...{ after_seq: 0, is_whole: 0, pulled_at: null },
          }),
        ),
      );
      void turn();
      return status();
    },

    /**
     * Changes the home vault's addresses. @throws permission_denied for anyone but the copy's person; invalid_request
     */
    async changeAddresses(actor: Actor, addresses: readonly string[]): Promise<TravellingCopyStatus> {
      if (actor.principal_id !== mark.principal_id)
        throw new VaultError('permission_denied', 'Only the owner of this copy can change its addresses.');
      const origins = parsed(addresses);
      await turns.run(async () => clinic.changeAddresses(origins));
      void turn();
      return status();
    },

    async close(): Promise<void> {
      clearTimeout(timer);
      opened = undefined;
      await turns.run(clinic.disconnect).catch(onFailure);
    },
  };
}

function contentUnavailable(cause?: unknown): StorageUnavailableError {
  return new StorageUnavailableError(
    'protocol_error',
    "The file's content is at the clinic, which cannot be reached. Retry when connected.",
    { headers: { 'retry-after': '1' }, cause },
  );
}

/** Checks and normalises addresses. @throws invalid_request */
function parsed(addresses: readonly string[]): readonly string[] {
  try {
    return parseAddresses(addresses);
  } catch (error) {
    throw new VaultError(
      'invalid_request',
      error instanceof Error ? error.message : 'Not a valid address: write name:port.',
    );
  }
}
