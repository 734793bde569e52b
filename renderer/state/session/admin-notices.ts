/**
 * What every administrator is told after an unlock: findings a person has to decide about, and openings by recovery
 * key or shares since this person last looked. The signed notices stay where they are; only that they were seen is kept.
 */
import { create } from 'zustand';
import type { Recovery } from '#contract/audit/recoveries.ts';
import type { Findings } from '#contract/maintenance/backups.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { setPreference, usePreferences } from '#renderer/state/preferences-store.ts';
import { onWipe } from './lock-hooks.ts';

const SEEN_RECOVERY = 'seen_recovery_seq';

interface AdminNotices {
  /** How many findings wait for a decision. */
  readonly decisions: number;
  /** Newest first. */
  readonly recoveries: readonly Recovery[];
}

const NONE: AdminNotices = { decisions: 0, recoveries: [] };

export const useAdminNotices = create<AdminNotices>()(() => NONE);

/** For an administrator, whose preferences are loaded. */
export async function loadAdminNotices(): Promise<void> {
  const [findings, { items }] = await Promise.all([vault().findings.list(), vault().audit.recoveries()]);
  const seen = usePreferences.getState().values[SEEN_RECOVERY];
  const newer = items.filter(({ seq }) => typeof seen !== 'number' || seq > seen);
  useAdminNotices.setState({ decisions: decisionsIn(findings), recoveries: newer });
}

export function tellDecisions(findings: Findings): void {
  useAdminNotices.setState({ decisions: decisionsIn(findings) });
}

export function dismissDecisions(): void {
  useAdminNotices.setState({ decisions: 0 });
}

/** This person is told of later ones only. Where that cannot be kept, the next unlock tells of them again. */
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
