import { UsageError } from '#cli/exit-codes.ts';
import type { VaultClient } from '#sdk/client.ts';

export interface ExamChoice {
  readonly exam?: readonly string[];
  readonly patient?: string;
}

/** Collects repeated `--exam` options, without duplicates and in their order. */
export function collectExam(id: string, before: readonly string[] = []): string[] {
  return [...new Set([...before, id])];
}

/** Requires exactly one of `--exam` and `--patient`. @throws UsageError */
export function checkChoice({ exam, patient }: ExamChoice): void {
  if ((patient === undefined) === (exam === undefined)) throw new UsageError('Give --exam or --patient.');
}

/** Error text for a patient without pictures, reports or other exportable data. */
export function nothingToExportText({ patient }: { readonly patient?: string | undefined }): string {
  return patient === undefined ? 'the exams have no' : 'the patient has no';
}

/** Returns the given exams, or all of the patient, oldest first. */
export async function examIds(
  client: VaultClient,
  { exam, patient }: ExamChoice,
  group: () => string,
): Promise<string[]> {
  if (exam !== undefined) return [...exam];
  const query = {
    security_group_id: group(),
    patient_id: patient ?? '',
    sort: 'exam_date',
    limit: 200,
  } as const;
  const ids: string[] = [];
  for await (const { index } of client.exams.list(query)) ids.push(index.document_id);
  return ids;
}
