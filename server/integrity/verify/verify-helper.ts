/**
 * Runs a second thread that verifies pages of a vault in parallel. It receives the person's key in shared memory, opens
 * the vault itself, and wipes everything when ended.
 */
import { Worker } from 'node:worker_threads';
import type { PrincipalId } from '#contract/ids.ts';
import { wipe } from '#crypto/bytes.ts';
import type { PrincipalKey } from '#crypto/keys/key-types.ts';
import type { CheckedPage, CheckPage, Page } from './verify-vault.ts';

export interface HelperStart {
  readonly dataDir: string;
}

export type HelperTask =
  | { readonly kind: 'unlock'; readonly principal_id: PrincipalId; readonly key: Uint8Array }
  | { readonly kind: 'check'; readonly page: Page }
  | { readonly kind: 'end' };

/** 'failed': the page was not verified. */
export type HelperAnswer = CheckedPage | 'failed';

export interface VerifyHelper {
  /** Call once. The caller keeps its own key. */
  readonly unlock: (principalId: PrincipalId, key: PrincipalKey) => void;
  /** Verifies one page at a time; undefined when the thread failed: the caller must verify the page. */
  readonly check: (page: Page) => Promise<CheckedPage | undefined>;
  /** Resolves when its keys are wiped. */
  readonly end: () => Promise<void>;
}

/** Starts loading at once, because that takes as long as deriving a passphrase. */
export function startVerifyHelper(start: HelperStart): VerifyHelper {
  const worker = new Worker(new URL('./verify-helper-thread.ts', import.meta.url), { workerData: start });
  const shared = new Uint8Array(new SharedArrayBuffer(32));
  let isGone = false;
  let answer: (answer: HelperAnswer) => void = () => undefined;
  const gone = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      isGone = true;
      answer('failed');
      resolve();
    });
  });
  worker.on('message', (received: HelperAnswer) => answer(received));
  // Its exit reports the error.
  worker.on('error', () => undefined);
  const send = (task: HelperTask): void => worker.postMessage(task);
  return {
    unlock(principal_id, key) {
      shared.set(key);
      send({ kind: 'unlock', principal_id, key: shared });
    },
    async check(page) {
      if (isGone) return undefined;
      const answered = new Promise<HelperAnswer>((resolve) => {
        answer = resolve;
      });
      send({ kind: 'check', page });
      const checked = await answered;
      return checked === 'failed' ? undefined : checked;
    },
    async end() {
      if (!isGone) send({ kind: 'end' });
      await gone;
      wipe(shared);
    },
  };
}

/** Verifies a page in this thread when the helper failed, so that an error is this thread's own. */
export function withFallback({ check }: Pick<VerifyHelper, 'check'>, here: CheckPage): CheckPage {
  return async (page) => (await check(page)) ?? here(page);
}
