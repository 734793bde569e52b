/** Copying what is secret: it leaves the clipboard after a minute and at every lock, if it is still there. */
import { beforeLock } from '#renderer/state/session/lock-hooks.ts';

const CLEAR_AFTER_MS = 60_000;

let copied: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

export async function copyForAMinute(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  copied = text;
  clearTimeout(timer);
  timer = setTimeout(clearCopied, CLEAR_AFTER_MS);
}

/** Empties the clipboard when it still holds our text; where reading is not allowed, it is emptied anyway. */
async function clearCopied(): Promise<void> {
  if (copied === undefined) return;
  const ours = copied;
  copied = undefined;
  const current = await navigator.clipboard.readText().catch(() => ours);
  if (current === ours) await navigator.clipboard.writeText('').catch(() => undefined);
}

beforeLock(clearCopied);
