/** Names an exam by the pictures of its study, where what came before them named it and nobody has written a name since. */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId, SecurityGroupId } from '#contract/ids.ts';
import { isSigned } from '#records/reports/report-status.ts';
import { correctedFacts } from '#records/studies/study-facts.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { FindExamDeps } from './find-exam.ts';

/** @throws what reading and writing an exam throws, but for somebody who writes it this moment: theirs stays. */
export async function putFactsRight(
  { documents, filesOfStudy }: FindExamDeps,
  actor: Actor,
  group: SecurityGroupId,
  studyUid: string,
  examId: DocumentId,
): Promise<void> {
  const headers = filesOfStudy(actor, group, studyUid)
    .filter(({ row }) => row.exam_id === examId)
    .map(({ header }) => header);
  if (headers.length === 0) return;
  const { record, summary, version_id, index } = await documents.get(actor, 'exams', examId);
  // A signed report stays as it was signed.
  if (index.is_deleted || isSigned(summary.report_status)) return;
  const facts = correctedFacts(record, headers);
  if (facts === undefined) return;
  try {
    await documents.update(actor, 'exams', examId, {
      record: { ...record, ...facts },
      expected_latest_version_id: version_id,
    });
  } catch (error) {
    const isAnotherWriter =
      error instanceof VaultError && ['version_conflict', 'version_pending'].includes(error.code);
    if (!isAnotherWriter) throw error;
  }
}
