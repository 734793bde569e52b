/**
 * Checks a signed report under its corrected facts before it is signed again. The facts are what is corrected here,
 * not the text, so nothing blocks: a report signed under a wrong name must be movable. What the checks find is shown
 * first, and the next press signs.
 */
import { useState } from 'react';
import type { ExamRecord } from '#contract/documents/records.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { type CheckedPatient, signingInput } from '#renderer/components/records/findings/signing-input.ts';
import type { QualityFinding } from '#report/checks/quality-finding.ts';

/** Time that findings must have been on screen before the next press signs, in milliseconds. */
const TO_READ_MS = 1_000;

interface CorrectionFindings {
  readonly findings: readonly QualityFinding[];
  /** Returns true once all that the checks find in the corrected report has been shown. */
  readonly isRead: (record: ExamRecord, patientId: string | null) => Promise<boolean>;
}

export function useCorrectionFindings(): CorrectionFindings {
  const [shown, setShown] = useState<{ readonly findings: readonly QualityFinding[]; readonly at: number }>();
  return {
    findings: shown?.findings ?? [],
    isRead: async (record, patientId) => {
      const findings = await findingsOf(record, patientId);
      if (findings.length === 0) return true;
      const isShown = shown !== undefined && JSON.stringify(shown.findings) === JSON.stringify(findings);
      if (isShown && performance.now() - shown.at >= TO_READ_MS) return true;
      if (!isShown) setShown({ findings, at: performance.now() });
      return false;
    },
  };
}

async function findingsOf(record: ExamRecord, patientId: string | null): Promise<QualityFinding[]> {
  // The parser of reports is large, and most corrections are of unsigned exams.
  const [{ checkQuality }, { parseLexicalState }, { stateFromHtml }, patient] = await Promise.all([
    import('#report/checks/quality-checks.ts'),
    import('#report/nodes/lexical-state.ts'),
    import('#report/dom/import-html.ts'),
    patientId === null ? undefined : readPatient(patientId),
  ]);
  const { report_lexical: lexical, report_html: html } = record;
  const state = lexical ? parseLexicalState(lexical) : stateFromHtml(html ?? '');
  return checkQuality(signingInput({ state, record, patient_id: patientId, kept_blocks: 0 }, patient));
}

async function readPatient(patientId: string): Promise<CheckedPatient> {
  const { record } = await vault().patients.get(patientId);
  const { display_name, legal_name, birth_date, identifiers, biological_sex } = record;
  return { name: display_name, legal_name, birth_date, identifiers, biological_sex };
}
