/** Names an exam by the pictures of its study, where what came before them named it and nobody has written a name since. */
import type { DicomHeader } from '#contract/drives/dicom.ts';
import type { ImportTarget } from '#imports/import-source.ts';
import { isSigned } from '#records/report-status.ts';
import { correctedFacts } from '#records/study-facts.ts';

/** @param headers of what was sent now; those of the exam's other files are read. @returns whether the exam was changed. */
export async function putFactsRight(
  { client, security_group_id, signal }: ImportTarget,
  examId: string,
  headers: readonly DicomHeader[],
): Promise<boolean> {
  const { items } = await client.drive(security_group_id).series(examId, { signal });
  const there = items.flatMap(({ instances }) => instances.map(({ header }) => header));
  let isChanged = false;
  await client.exams.edit(
    examId,
    (record, { summary }) => {
      // A signed report stays as it was signed.
      const facts = isSigned(summary.report_status)
        ? undefined
        : correctedFacts(record, [...there, ...headers]);
      isChanged = facts !== undefined;
      return facts && { ...record, ...facts };
    },
    { signal },
  );
  return isChanged;
}
