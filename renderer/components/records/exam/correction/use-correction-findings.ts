/**
 * Checks a signed report under its corrected facts before it is signed again. The facts are what is corrected here,
 * not the text, so what is in the text does not block: a report signed under a wrong name must be movable. What the
 * checks find is shown first, and the next press signs. Whose the key images are is decided first, because under the new
 * name they would show somebody else.
 */
import { useState } from 'react';
import type { DocumentIndex } from '#contract/documents/document-index.ts';
import type { ExamRecord } from '#contract/documents/records.ts';
import { type FileOwner, isOwnerConfirmed, ownerDifferences } from '#records/identity/picture-owner.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { examOwner } from '#renderer/components/records/exam/exam-owner.ts';
import { fileOwner, knownPicture } from '#renderer/components/records/findings/known-picture.ts';
import { type CheckedPatient, signingInput } from '#renderer/components/records/findings/signing-input.ts';
import type { KnownPicture } from '#report/checks/identity/figure-owners.ts';
import type { QualityFinding } from '#report/checks/quality-finding.ts';
import { asksWhose, isAnswered } from './asked-pictures.ts';

/** Time that findings must have been on screen before the next press signs, in milliseconds. */
const TO_READ_MS = 1_000;

export interface CorrectedExam {
  readonly record: ExamRecord;
  readonly patient_id: string | null;
  /** True when the report was written under another patient's name. */
  readonly is_moved: boolean;
}

interface Shown {
  readonly findings: readonly QualityFinding[];
  /** Files of the key images that name somebody else. */
  readonly files: readonly FileOwner[];
}

interface CorrectionFindings extends Shown {
  /** True while a finding asks whose a key image is. */
  readonly asksPictures: boolean;
  /** Returns true once all that the checks find was shown, and somebody has said whose the key images are. */
  readonly isRead: (exam: CorrectedExam, areTheirs: boolean) => Promise<boolean>;
}

export function useCorrectionFindings(index: DocumentIndex): CorrectionFindings {
  const [shown, setShown] = useState<Shown & { readonly at: number }>();
  const findings = shown?.findings ?? [];
  return {
    findings,
    files: shown?.files ?? [],
    asksPictures: findings.some(asksWhose),
    isRead: async (exam, areTheirs) => {
      const found = await findingsOf(exam, index);
      if (found.findings.length === 0) return true;
      const isShown =
        shown !== undefined && JSON.stringify(shown.findings) === JSON.stringify(found.findings);
      if (!isShown) setShown({ ...found, at: performance.now() });
      else if (performance.now() - shown.at >= TO_READ_MS)
        return isAnswered(found.findings, exam.patient_id, areTheirs);
      return false;
    },
  };
}

async function findingsOf(
  { record, patient_id, is_moved }: CorrectedExam,
  index: DocumentIndex,
): Promise<Shown> {
  // The parser of reports is large, and most corrections are of unsigned exams.
  const [{ checkQuality }, { figuresIn }, { parseLexicalState }, { stateFromHtml }, patient] =
    await Promise.all([
      import('#report/checks/quality-checks.ts'),
      import('#report/checks/identity/figure-owners.ts'),
      import('#report/nodes/lexical-state.ts'),
      import('#report/dom/import-html.ts'),
      patient_id === null ? undefined : readPatient(patient_id),
    ]);
  const { report_lexical: lexical, report_html: html } = record;
  const state = lexical ? parseLexicalState(lexical) : stateFromHtml(html ?? '');
  const shown = new Set(figuresIn(state.root.children));
  const files = shown.size === 0 ? new Map<string, FileOwner>() : await readFiles(index);
  const owner = examOwner(patient, record.exam_date);
  const pictures =
    files &&
    [...files].map(([node_id, file]): KnownPicture => {
      const isUnnamed = is_moved && !file.patient_name?.trim() && !file.patient_id?.trim();
      return { ...knownPicture(node_id, file, owner, record.custom_attributes), is_unnamed: isUnnamed };
    });
  const input = signingInput(
    { state, record, patient_id, kept_blocks: 0, pictures: pictures ?? 'unread' },
    patient,
  );
  return {
    // A picture that was said to be this patient's, or is no new question without a move, is not asked about again.
    findings: checkQuality(input).filter(
      (finding) =>
        !asksWhose(finding) ||
        finding.severity === 'block' ||
        (is_moved && finding.code !== 'picture_of_other'),
    ),
    files: [...(files ?? [])]
      .filter(([node_id]) => shown.has(node_id))
      .map(([, file]) => file)
      .filter(
        (file) =>
          ownerDifferences(file, owner).length > 0 && !isOwnerConfirmed(record.custom_attributes, file),
      ),
  };
}

/** Files of the exam's pictures by node; undefined while the server still reads some of them. */
async function readFiles(index: DocumentIndex): Promise<Map<string, FileOwner> | undefined> {
  const { items, waiting } = await vault().drive(index.security_group_id).series(index.document_id);
  if (waiting > 0) return undefined;
  return new Map(
    items.flatMap(({ instances }) => instances.map(({ node_id, header }) => [node_id, fileOwner(header)])),
  );
}

async function readPatient(patientId: string): Promise<CheckedPatient> {
  const { record } = await vault().patients.get(patientId);
  const { display_name, legal_name, birth_date, identifiers, biological_sex } = record;
  return { name: display_name, legal_name, birth_date, identifiers, biological_sex };
}
