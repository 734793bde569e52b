import { create } from 'zustand';
import { onVaultEvent } from './vault-events.ts';

interface NodeChanges {
  /** Number of drive changes, so that file lists know when to reload. */
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

/** React hook that returns a new number after every change of files or folders. */
export function useNodeChanges(): number {
  return useChanges(({ count }) => count);
}
