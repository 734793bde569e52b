/**
 * Loads notices for administrators after an unlock: open findings, and unlocks by recovery key or shares
 * since the person last looked. The signed notices stay; only the time of looking is stored.
 */
import { create } from 'zustand';
import type { Recovery } from '#contract/audit/recoveries.ts';
import type { Findings } from '#contract/maintenance/backups.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { setPreference, usePreferences } from '#renderer/state/preferences-store.ts';
import { onWipe } from './lock-hooks.ts';

const SEEN_RECOVERY = 'seen_recovery_seq';

interface AdminNotices {
  /** Number of findings that need a decision. */
  readonly decisions: number;
  /** Unlocks by recovery key or shares, newest first. */
  readonly recoveries: readonly Recovery[];
}

const NONE: AdminNotices = { decisions: 0, recoveries: [] };

export const useAdminNotices = create<AdminNotices>()(() => NONE);

/** Requires an administrator with loaded preferences. */
export async function loadAdminNotices(): Promise<void> {
  const [findings, { items }] = await Promise.all([vault().findings.list(), vault().audit.recoveries()]);
  const seen = usePreferences.getState().values[SEEN_RECOVERY];
  const newer = items.filter(({ seq }) => typeof seen !== 'number' || seq > seen);
  useAdminNotices.setState({ decisions: decisionsIn(findings), recoveries: newer });
}

export function updateDecisions(findings: Findings): void {
  useAdminNotices.setState({ decisions: decisionsIn(findings) });
}

export function dismissDecisions(): void {
  useAdminNotices.setState({ decisions: 0 });
}

/** Marks the unlocks as seen. If saving fails, the next unlock shows them again. */
export async function dismissRecoveries(): Promise<void> {
  const [newest] = useAdminNotices.getState().recoveries;
  useAdminNotices.setState({ recoveries: [] });
  if (newest !== undefined && usePreferences.getState().loaded)
    await setPreference(SEEN_RECOVERY, newest.seq).catch(() => undefined);
}

function decisionsIn({ items }: Findings): number {
  return items.filter(({ kept_at }) => kept_at === null).length;
}

onWipe(() => useAdminNotices.setState(NONE));
