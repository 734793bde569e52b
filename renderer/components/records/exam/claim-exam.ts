/**
 * Claims an exam for reporting by the unlocked person, or releases it; sealed as a version with its reason.
 */
import { sealFacts } from './correction/seal-exam-correction.ts';
import { readExam } from './use-exam.ts';

/**
 * Claims an exam for reporting, or releases it. @throws the vault's error; version_conflict if another person
 * sealed meanwhile.
 */
export async function claimExam(
  examId: string,
  principalId: string,
  isMine: boolean,
  reason: string,
): Promise<void> {
  const { view, draft } = await readExam(examId);
  const others = view.index.meta.specialist_ids.filter((id) => id !== principalId);
  const specialist_ids = isMine ? [...others, principalId] : others;
  await sealFacts({ view, draft, reason, apply: (record) => record, specialist_ids });
}
