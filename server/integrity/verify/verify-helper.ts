/**
 * A second thread that looks at pages of a vault beside this one. It is given a copy of the person's key in memory
 * both share, opens the vault for itself, and wipes all of it when it is told to end.
 */
import { Worker } from 'node:worker_threads';
import type { PrincipalId } from '#contract/ids.ts';
import { wipe } from '#crypto/bytes.ts';
import type { PrincipalKey } from '#crypto/keys/keys.ts';
import type { CheckedPage, CheckPage, Page } from './verify-vault.ts';

export interface HelperStart {
  readonly dataDir: string;
}

export type HelperTask =
  | { readonly kind: 'unlock'; readonly principal_id: PrincipalId; readonly key: Uint8Array }
  | { readonly kind: 'check'; readonly page: Page }
  | { readonly kind: 'end' };

/** 'failed': nothing is known of the page. */
export type HelperAnswer = CheckedPage | 'failed';

export interface VerifyHelper {
  /** Once. The caller's own key stays its own. */
  readonly unlock: (principalId: PrincipalId, key: PrincipalKey) => void;
  /** One page at a time; undefined where the thread could not do it: then whoever asks does. */
  readonly check: (page: Page) => Promise<CheckedPage | undefined>;
  /** Its keys are wiped when this is done. */
  readonly end: () => Promise<void>;
}

/** Begins to load at once, which takes as long as a passphrase. */
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
  // Its end says it.
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

/** What the thread could not do is done here: a failure is then this thread's own. */
export function withFallback({ check }: Pick<VerifyHelper, 'check'>, here: CheckPage): CheckPage {
  return async (page) => (await check(page)) ?? here(page);
}
