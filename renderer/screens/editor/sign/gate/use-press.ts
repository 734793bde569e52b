/**
 * The one place where a press at the open gate becomes a signature, whether by key, palette or button. The checks run
 * again on the report as it is then; what is new is shown first, and nothing is signed.
 */
import { useState } from 'react';
import type { CheckedText } from '#renderer/editor/editing-session/sealing/checked-text.ts';
import type { Checked } from '#renderer/editor/editing-session/sealing/signing-checks.ts';
import type { QualityFinding } from '#report/checks/quality-finding.ts';
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
  const { unread, visit, isLate } = useTimeToRead(findings.map(keyOf));
  return {
    press: (by, act) => {
      const checked = look();
      const unseen = unread(checked.findings.map(keyOf), by);
      const isBlocked = checked.findings.some(({ severity }) => severity === 'block');
      setTooEarly(isBlocked ? [] : unseen);
      if (!isBlocked && unseen.length === 0) void act(checked);
    },
    early: findings.filter((finding) => tooEarly.includes(keyOf(finding))).length,
    visit: () => {
      visit();
      setTooEarly([]);
    },
    isLate: (finding) => isLate(keyOf(finding)),
  };
}

/** Two findings of one kind and wording at two places are two. */
function keyOf(finding: QualityFinding): string {
  return JSON.stringify(finding);
}
