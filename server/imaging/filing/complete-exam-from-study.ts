/**
 * Corrects an exam after its study is filed: names it by its pictures unless a person has named it, and fills in
 * missing fields.
 */
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId, SecurityGroupId } from '#contract/ids.ts';
import { isSigned } from '#records/reports/report-status.ts';
import { completedStudy } from '#records/studies/fill-exam-from-study.ts';
import { correctedFacts } from '#records/studies/study-title-and-modality.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { type FindExamDeps, findPatient } from './find-exam-of-study.ts';

/**
 * Corrects an exam by its study.
 * @returns true when it now has a patient and had none before.
 * @throws errors of reading and writing an exam, except a conflict with a simultaneous save, which wins.
 */
export async function completeExamFromStudy(
  { documents, filesOfStudy }: FindExamDeps,
  actor: Actor,
  group: SecurityGroupId,
  studyUid: string,
  examId: DocumentId,
): Promise<boolean> {
  const headers = filesOfStudy(actor, group, studyUid)
    .filter(({ row }) => row.exam_id === examId)
    .map(({ header }) => header);
  if (headers.length === 0) return false;
  const { record, summary, version_id, index } = await documents.get(actor, 'exams', examId);
  // A signed report must not change.
  if (index.is_deleted || isSigned(summary.report_status)) return false;
  const facts = correctedFacts(record, headers);
  const completion = completedStudy(record, headers);
  if (facts === undefined && completion === undefined) return false;
  try {
    await documents.update(actor, 'exams', examId, {
      record: { ...record, ...facts, ...completion?.fields },
      expected_latest_version_id: version_id,
    });
    const isNobodys = (index.meta.patient_id ?? null) === null;
    if (completion?.patient === undefined || !isNobodys) return false;
    const patient_id = await findPatient(documents, actor, group, completion.patient);
    if (patient_id === undefined) return false;
    await documents.setExamPatient(actor, examId, { patient_id });
    return true;
  } catch (error) {
    const isAnotherWriter =
      error instanceof VaultError && ['version_conflict', 'version_pending'].includes(error.code);
    if (!isAnotherWriter) throw error;
    return false;
  }
}
