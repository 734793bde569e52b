/**
 * Corrects an exam after its study was imported: names it by its pictures unless a person has named it, and fills in
 * missing fields.
 */
import type { DicomHeader } from '#contract/drives/dicom.ts';
import type { DriveNode } from '#contract/drives/node.ts';
import type { Inflate } from '#dicom/read-dataset.ts';
import type { ImportTarget } from '#imports/import-source.ts';
import { isSigned } from '#records/reports/report-status.ts';
import { completedStudy } from '#records/studies/fill-exam-from-study.ts';
import type { SentPatient } from '#records/studies/imaging-study.ts';
import { correctedFacts } from '#records/studies/study-title-and-modality.ts';
import { readHeader } from './read-header.ts';

interface SentNow {
  /** Headers of the imported objects. */
  readonly headers: readonly DicomHeader[];
  /** Earlier files of the exam; unprocessed ones are read here. */
  readonly earlier: readonly DriveNode[];
  readonly inflate: Inflate;
}

export interface CompletedExam {
  readonly isChanged: boolean;
  /** Sent patient, when the data has only now become sufficient for matching, and the exam has no patient. */
  readonly patient: SentPatient | undefined;
}

export async function completeExamFromStudy(
  target: ImportTarget,
  examId: string,
  sent: SentNow,
): Promise<CompletedExam> {
  const before = await headersBefore(target, examId, sent);
  let done: CompletedExam = { isChanged: false, patient: undefined };
  await target.client.exams.edit(
    examId,
    (record, { summary, index }) => {
      const headers = [...before, ...sent.headers];
      // A signed report must not change.
      const isOpen = !isSigned(summary.report_status);
      const facts = isOpen ? correctedFacts(record, headers) : undefined;
      const completion = isOpen ? completedStudy(record, headers) : undefined;
      const isNobodys = (index.meta.patient_id ?? null) === null;
      const isChanged = facts !== undefined || completion !== undefined;
      done = { isChanged, patient: isNobodys ? completion?.patient : undefined };
      return isChanged ? { ...record, ...facts, ...completion?.fields } : undefined;
    },
    { signal: target.signal },
  );
  return done;
}

/** Reads unprocessed files too, because one of them may have named the exam. */
async function headersBefore(
  { client, security_group_id, signal }: ImportTarget,
  examId: string,
  { headers, earlier, inflate }: SentNow,
): Promise<DicomHeader[]> {
  const drive = client.drive(security_group_id);
  const { items } = await drive.series(examId, { signal });
  const read = items.flatMap(({ instances }) => instances);
  const known = new Set(read.map(({ node_id }) => node_id));
  const sentNames = new Set(headers.map(({ instance_uid }) => `${instance_uid}.dcm`));
  const found = read.map(({ header }) => header);
  for (const { node_id, name, mime_type } of earlier) {
    if (known.has(node_id) || mime_type !== 'application/dicom' || sentNames.has(name ?? '')) continue;
    const stored = await drive.download(node_id, { signal });
    const header = readStored(await stored.bytes(), inflate);
    if (header !== undefined) found.push(header);
  }
  return found;
}

/** Reads the header of a stored file; undefined for other files, which name nothing. */
function readStored(bytes: Uint8Array, inflate: Inflate): DicomHeader | undefined {
  try {
    return readHeader(bytes, inflate);
  } catch {
    return undefined;
  }
}
