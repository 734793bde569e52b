/**
 * The travelling copy of a computer that joined a clinic's vault: it lies beside what joined, is taken along while the
 * window shows the clinic, opened instead of it, and deleted. Knows neither rows nor keys; the passphrase it is given
 * goes to the thread that takes the copy, and nowhere else.
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
import type { VaultTarget } from '#main/vault/vault-target.ts';
import { readJoinedVault } from '#sdk/node/joined-vault.ts';
import { shareNewerCredential } from '#sdk/node/renew-folder.ts';
import { isSame } from '#sdk/node/transport/probe-address.ts';
import type { CopyProgress } from './copy-messages.ts';
import { type CopyWork, startCopyWork } from './copy-worker.ts';

export interface TravellingOptions {
  readonly dataDir: string;
  /** The built `copy-thread.js`. */
  readonly threadFile: string;
  readonly reach: VaultTarget;
}

export interface TravellingCopy {
  readonly state: () => Promise<TravelState>;
  /** Resolves once it has begun; how it goes on is in the state. @throws Error where it cannot begin */
  readonly take: (request: TakeAlongRequest) => void;
  /** Ends it and deletes what was begun. */
  readonly cancel: () => Promise<void>;
  /** @throws Error where there is none, or it does not open; then the window shows what it showed. */
  readonly openCopy: () => Promise<void>;
  readonly openClinic: () => Promise<void>;
  /** Nothing is deleted while something waits, unless `even_if_waiting`. The window shows the clinic afterwards. */
  readonly deleteCopy: (evenIfWaiting: boolean) => Promise<DeletedCopy>;
  readonly close: () => Promise<void>;
}

interface Taking {
  readonly work: CopyWork;
  progress: CopyProgress;
}

const NOTHING_YET: CopyProgress = { patients: 0, exams: 0, bytes: 0 };

/** The folder of the copy in that of a computer that joined. */
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

  /** Both folders are of one computer: what was renewed in one, or joined by anew, is the other's too. */
  function shareCredential(): void {
    try {
      const [clinic, copy] = [readJoinedVault(dataDir), readJoinedVault(copyDir, 'clinic')];
      if (clinic !== undefined && copy !== undefined && isSame(clinic.joined, copy.joined))
        shareNewerCredential(clinic.folder, copy.folder);
    } catch {
      // Damaged: whoever opens it says so.
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
      if (taking !== undefined) throw new Error('A copy is being taken along already.');
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
      if (copy?.state !== 'whole') throw new Error('There is no whole copy on this computer.');
      shareCredential();
      await reach.openCopy(copyDir);
    },
    openClinic,
    async deleteCopy(evenIfWaiting) {
      const before = await look();
      const waiting = before?.state === 'whole' ? before.waiting : 0;
      if (waiting > 0 && !evenIfWaiting) return { deleted: false, waiting };
      if (reach.isCopyOpen()) await openClinic();
      // What was written while the sessions were being locked counts as well.
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
