/**
 * Asks the page before the person's own close or quit, because typed input would be lost. A page that refuses asks the
 * person and closes the window itself. A page that crashed or hangs has nothing to ask, and never keeps the window open.
 */
import type { WebContents } from 'electron';
import { type CloseAnswer, EVENTS } from '#main/preload/bridge.ts';

const ANSWER_MAX_MS = 5_000;

export interface CloseQuestion {
  readonly mayClose: (contents: WebContents | undefined) => Promise<boolean>;
  /** Called with the page's answer. */
  readonly answered: (answer: CloseAnswer) => void;
}

export function createCloseQuestion(): CloseQuestion {
  const waiting = new Map<number, (mayClose: boolean) => void>();
  let lastAsk = 0;
  return {
    async mayClose(contents) {
      if (contents === undefined || contents.isDestroyed() || contents.isCrashed()) return true;
      lastAsk += 1;
      const ask = lastAsk;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      waiting.set(ask, resolve);
      const timer = setTimeout(resolve, ANSWER_MAX_MS, true);
      contents.send(EVENTS.closeAsked, ask);
      const mayClose = await promise;
      clearTimeout(timer);
      waiting.delete(ask);
      return mayClose;
    },
    answered: ({ ask, may_close }) => waiting.get(ask)?.(may_close),
  };
}
