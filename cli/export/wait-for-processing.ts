import { setTimeout as pause } from 'node:timers/promises';

const LOOK_MS = 500;
/** As long the vault may get on with none of the files. */
const STILL_MAX_MS = 30_000;

/**
 * What has come in only now is read while somebody is unlocked, who may be nobody but this command: it waits for it.
 * `waiting`: how many files are not read yet; some are left where the vault gets on with none of them.
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
