import { setTimeout as pause } from 'node:timers/promises';

const LOOK_MS = 500;
/** Longest time without progress on any file. */
const STILL_MAX_MS = 30_000;

/**
 * Waits until received files are processed, because that needs an unlocked person, who may be only this command.
 * `waiting` is the number of unprocessed files; gives up once none makes progress.
 */
export async function waitForProcessing<Told extends { readonly waiting: number }>(
  ask: () => Promise<Told>,
  signal: AbortSignal,
): Promise<Told> {
  let told = await ask();
  for (let still = 0; told.waiting > 0 && still < STILL_MAX_MS; still += LOOK_MS) {
    await pause(LOOK_MS, undefined, { signal });
    const before = told.waiting;
    told = await ask();
    if (told.waiting < before) still = 0;
  }
  return told;
}
