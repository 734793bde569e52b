import { useEffect, useState } from 'react';
import type { ReceiverState } from '#contract/imaging/receiver-settings.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { useLoaded } from '#renderer/state/shell/use-loaded-data.ts';

const LOOK_EVERY_MS = 5_000;

/**
 * React hook for the DICOM receiver's state. Polls the counters passively, which does not keep the session
 * awake.
 */
export function useReceiver() {
  const { data, error, reload } = useLoaded(async () => vault().imaging.receiver({ passive: true }));
  const [saved, setSaved] = useState<ReceiverState>();
  useEffect(() => {
    const timer = setInterval(() => {
      setSaved(undefined);
      reload();
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [reload]);
  return { state: saved ?? data, error, setSaved };
}
