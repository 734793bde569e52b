/**
 * Travelling copy of a computer that joined a home vault: created while the window shows the home vault, opened
 * instead of it, deleted. Knows neither rows nor keys. The passphrase goes only to the thread that creates the copy.
 */
import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type {
  DeletedCopy,
  TakeAlongRequest,
  TakeFailure,
  TravelCopy,
  TravelState,
} from '#main/preload/bridge.ts';
import type { VaultTarget } from '#main/vault/current-vault.ts';
import { readJoinedVault } from '#sdk/node/joined-vault.ts';
import { shareNewerCredential } from '#sdk/node/renew-folder.ts';
import { isSame } from '#sdk/node/transport/probe-address.ts';
import type { CopyProgress } from './copy-messages.ts';
import { type CopyWork, startCopyWork } from './start-copy-thread.ts';

export interface TravellingOptions {
  readonly dataDir: string;
  /** Built file of the copy's worker thread, `copy-thread.js`. */
  readonly threadFile: string;
  readonly reach: VaultTarget;
}

export interface TravellingCopy {
  readonly state: () => Promise<TravelState>;
  /** Starts creating a copy; progress is in the state. @throws Error if it cannot start */
  readonly take: (request: TakeAlongRequest) => void;
  /** Stops creating it and deletes the unfinished copy. */
  readonly cancel: () => Promise<void>;
  /**
   * Opens the copy instead of the home vault. @throws Error if there is no copy or it cannot be opened; the window
   * keeps its vault then.
   */
  readonly openCopy: () => Promise<void>;
  readonly openClinic: () => Promise<void>;
  /** Deletes the copy and shows the home vault. Refuses with pending changes unless `even_if_waiting`. */
  readonly deleteCopy: (evenIfWaiting: boolean) => Promise<DeletedCopy>;
  readonly close: () => Promise<void>;
}

interface Taking {
  readonly work: CopyWork;
  progress: CopyProgress;
}

const NOTHING_YET: CopyProgress = { patients: 0, exams: 0, bytes: 0 };

/** Returns the copy's folder within the data folder. */
function copyDirOf(dataDir: string): string {
  return join(dataDir, 'travel');
}

export function createTravellingCopy({ dataDir, threadFile, reach }: TravellingOptions): TravellingCopy {
  const copyDir = copyDirOf(dataDir);
  let taking: Taking | undefined;
  let failure: TakeFailure | null = null;

  async function look(): Promise<TravelCopy | null> {
    if (!existsSync(join(copyDir, 'copy'))) return null;
    const end = await startCopyWork(threadFile, { does: 'look', copyDir }).ended;
    if (end.type === 'failed') return { state: 'damaged' };
    if (end.outline === null) return null;
    const { is_whole, groups: _groups, ...outline } = end.outline;
    return { state: is_whole ? 'whole' : 'unfinished', ...outline };
  }

  /** Copies a renewed or replaced credential between the two folders, because both belong to one computer. */
  function shareCredential(): void {
    try {
      const [clinic, copy] = [readJoinedVault(dataDir), readJoinedVault(copyDir, 'clinic')];
      if (clinic !== undefined && copy !== undefined && isSame(clinic.joined, copy.joined))
        shareNewerCredential(clinic.folder, copy.folder);
    } catch {
      // Opening a damaged copy reports the damage.
    }
  }

  async function openClinic(): Promise<void> {
    shareCredential();
    await reach.openHomeVault();
  }

  shareCredential();

  return {
    async state() {
      const { bavail, bsize } = statfsSync(dataDir);
      return {
        copy: taking === undefined ? await look() : null,
        is_open: reach.isCopyOpen(),
        taking: taking?.progress ?? null,
        failure,
        free_bytes: bavail * bsize,
      };
    },
    take({ passphrase, principal_id, groups }) {
      if (taking !== undefined)
        throw new Error('A copy is already being taken along. Wait until it is complete.');
      if (reach.remote() === undefined) throw new Error('The window shows no vault on another machine.');
      failure = null;
      const order = { does: 'take', copyDir, dataDir, passphrase, principal_id, groups } as const;
      const work = startCopyWork(threadFile, order, (progress) => {
        begun.progress = progress;
      });
      const begun: Taking = { work, progress: NOTHING_YET };
      taking = begun;
      work.ended.then((end) => {
        failure = end.type === 'failed' && end.failure !== 'canceled' ? end.failure : null;
        taking = undefined;
      });
    },
    async cancel() {
      taking?.work.cancel();
      await taking?.work.ended;
      const copy = await look();
      if (copy?.state === 'unfinished') await startCopyWork(threadFile, { does: 'delete', copyDir }).ended;
    },
    async openCopy() {
      const copy = await look();
      if (copy?.state !== 'whole') throw new Error('There is no complete copy on this computer.');
      shareCredential();
      await reach.openCopy(copyDir);
    },
    openClinic,
    async deleteCopy(evenIfWaiting) {
      const before = await look();
      const waiting = before?.state === 'whole' ? before.waiting : 0;
      if (waiting > 0 && !evenIfWaiting) return { deleted: false, waiting };
      if (reach.isCopyOpen()) await openClinic();
      // Count again, because changes may have been written while sessions were locked.
      const now = await look();
      const left = now?.state === 'whole' ? now.waiting : 0;
      if (left > 0 && !evenIfWaiting) return { deleted: false, waiting: left };
      const end = await startCopyWork(threadFile, { does: 'delete', copyDir }).ended;
      return { deleted: end.type === 'done', waiting: left };
    },
    async close() {
      taking?.work.cancel();
      await taking?.work.ended;
    },
  };
}
