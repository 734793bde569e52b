import { useEffect, useState } from 'react';
import type { BackupState, Findings } from '#contract/maintenance/backups.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { updateDecisions } from '#renderer/state/session/admin-notices.ts';

const LOOK_EVERY_MS = 1_000;

interface Backups {
  readonly state: BackupState | undefined;
  readonly findings: Findings | undefined;
  readonly error: unknown;
  /** Runs an action and shows its response at once. While a backup or drill runs, the state is polled. */
  readonly act: (work: () => Promise<{ state?: BackupState; findings?: Findings }>) => Promise<void>;
}

export function useBackups(): Backups {
  const [state, setState] = useState<BackupState>();
  const [findings, setFindings] = useState<Findings>();
  const [error, setError] = useState<unknown>();
  const act: Backups['act'] = async (work) => {
    setError(undefined);
    try {
      const answer = await work();
      if (answer.state) setState(answer.state);
      if (answer.findings) {
        setFindings(answer.findings);
        updateDecisions(answer.findings);
      }
    } catch (caught) {
      setError(caught);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen is shown
  useEffect(() => {
    void act(async () => ({ state: await vault().backups.get(), findings: await vault().findings.list() }));
  }, []);
  const running = state?.running ?? null;
  useEffect(() => {
    if (running === null) return;
    const timer = setInterval(() => {
      vault()
        .backups.get()
        .then(setState)
        .catch((caught: unknown) => setError(caught));
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [running]);
  return { state, findings, error, act };
}
