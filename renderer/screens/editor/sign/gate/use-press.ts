/**
 * The one place where a press at the open gate becomes a signature, whether by key, palette or button. The checks run
 * again on the report as it is then; what is new is shown first, and nothing is signed.
 */
import { useState } from 'react';
import type { CheckedText } from '#renderer/editor/editing-session/sealing/checked-text.ts';
import type { Checked } from '#renderer/editor/editing-session/sealing/signing-checks.ts';
import type { QualityFinding } from '#report/checks/quality-finding.ts';
import { findingKey } from './finding-key.ts';
import { type Press, useTimeToRead } from './use-time-to-read.ts';

interface GatePress {
  /** Runs the act on the text that was checked, unless something blocks or was not on screen long enough. */
  readonly press: (by: Press, act: (checked: CheckedText) => Promise<void>) => void;
  /** Number of findings that the last press came too early for; none once they were gone to. */
  readonly early: number;
  readonly visit: () => void;
  /** Returns true for a finding that appeared after the gate had opened. */
  readonly isLate: (finding: QualityFinding) => boolean;
}

export function useGatePress({ findings }: Checked, look: () => Checked): GatePress {
  const [tooEarly, setTooEarly] = useState<readonly string[]>([]);
  const { unread, visit, isLate } = useTimeToRead(findings.map(findingKey));
  return {
    press: (by, act) => {
      const checked = look();
      const unseen = unread(checked.findings.map(findingKey), by);
      const isBlocked = checked.findings.some(({ severity }) => severity === 'block');
      setTooEarly(isBlocked ? [] : unseen);
      if (!isBlocked && unseen.length === 0) void act(checked);
      else if (!isBlocked) showFirst(unseen);
    },
    early: findings.filter((finding) => tooEarly.includes(findingKey(finding))).length,
    visit: () => {
      visit();
      setTooEarly([]);
    },
    isLate: (finding) => isLate(findingKey(finding)),
  };
}

/** Brings the first of these that is listed into sight, so that the next press may find it read. */
function showFirst(keys: readonly string[]): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-finding]')];
  rows.find((row) => keys.includes(row.dataset['finding'] ?? ''))?.scrollIntoView({ block: 'start' });
}
