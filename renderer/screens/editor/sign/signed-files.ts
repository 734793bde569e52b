/** Saves a signed report and its signature file, in the same form as the command line. */
import type { RecordOf } from '#contract/documents/records.ts';
import type { ExamSignature } from '#contract/documents/signatures.ts';
import { writeReportFile } from '#report/file/report-file.ts';
import { signatureFileText } from '#sdk/verify.ts';

interface SignedFiles {
  readonly report: string;
  readonly signature: string;
  /** File name without extension, made of ids only, so that a download folder identifies no patient. */
  readonly name: string;
}

export function signedFiles(record: RecordOf['exams'], { subject, file, seq }: ExamSignature): SignedFiles {
  return {
    report: writeReportFile('html', { record, patient: subject }),
    signature: signatureFileText(file),
    name: `report-${file.statement.document_id.slice(0, 8)}-v${seq}`,
  };
}
