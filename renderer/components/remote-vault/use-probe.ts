import { useEffect, useState } from 'react';
import type { ProbedVault } from '#main/preload/bridge.ts';
import { desktopBridge } from '#renderer/api/desktop-bridge.ts';

async function readProbe(): Promise<ProbedVault | undefined> {
  return (await desktopBridge()?.probeVault()) ?? undefined;
}

/** What each address of the vault elsewhere gave just now, undefined while it is asked; and asking again. */
export function useProbe(): readonly [ProbedVault | undefined, () => void] {
  const [probed, setProbed] = useState<ProbedVault>();
  useEffect(() => void readProbe().then(setProbed), []);
  const again = () => {
    setProbed(undefined);
    readProbe().then(setProbed);
  };
  return [probed, again];
}
