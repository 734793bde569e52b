/**
 * Copies secrets. Clears them from the clipboard after a minute and at every lock, if they are still there.
 */
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

/** Clears the clipboard if it still contains our text; if reading is not allowed, clears it anyway. */
async function clearCopied(): Promise<void> {
  if (copied === undefined) return;
  const ours = copied;
  copied = undefined;
  const current = await navigator.clipboard.readText().catch(() => ours);
  if (current === ours) await navigator.clipboard.writeText('').catch(() => undefined);
}

beforeLock(clearCopied);
