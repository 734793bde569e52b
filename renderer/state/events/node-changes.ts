import { create } from 'zustand';
import { onVaultEvent } from './vault-events.ts';

interface NodeChanges {
  /** Counts what changed in any drive, so that lists of files know when to read again. */
  readonly count: number;
}

const GATHER_MS = 250;

const useChanges = create<NodeChanges>()(() => ({ count: 0 }));
export function startNodeChanges(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  onVaultEvent(({ event }) => {
    if (event !== 'node') return;
    clearTimeout(timer);
    timer = setTimeout(() => useChanges.setState(({ count }) => ({ count: count + 1 })), GATHER_MS);
  });
}

/** Another number after every change of files or folders that somebody made. */
export function useNodeChanges(): number {
  return useChanges(({ count }) => count);
}
