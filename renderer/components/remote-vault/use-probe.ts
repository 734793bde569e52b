import { useEffect, useState } from 'react';
import type { ProbedVault } from '#main/preload/bridge.ts';
import { desktopBridge } from '#renderer/api/desktop-bridge.ts';

async function readProbe(): Promise<ProbedVault | undefined> {
  return (await desktopBridge()?.probeVault()) ?? undefined;
}

/**
 * React hook that probes each address of a remote vault: the result, undefined meanwhile, and a function to
 * probe again.
 */
export function useProbe(): readonly [ProbedVault | undefined, () => void] {
  const [probed, setProbed] = useState<ProbedVault>();
  useEffect(() => void readProbe().then(setProbed), []);
  const again = () => {
    setProbed(undefined);
    readProbe().then(setProbed);
  };
  return [probed, again];
}
