import { UsageError } from '#cli/exit-codes.ts';
import type { VaultClient } from '#sdk/client.ts';

export interface ExamChoice {
  readonly exam?: readonly string[];
  readonly patient?: string;
}

/** Of a command that takes `--exam` several times. Each is named once, in the order they were given. */
export function collectExam(id: string, before: readonly string[] = []): string[] {
  return [...new Set([...before, id])];
}

/** @throws UsageError unless one of the two is named. */
export function checkChoice({ exam, patient }: ExamChoice): void {
  if ((patient === undefined) === (exam === undefined))
    throw new UsageError('Name one of --exam and --patient.');
}

/** «the patient has no» pictures, reports or whatever was to go out. */
export function nothingHere({ patient }: { readonly patient?: string | undefined }): string {
  return patient === undefined ? 'the exams have no' : 'the patient has no';
}

/** The exams that are named, or all of the patient that is, oldest first. */
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
