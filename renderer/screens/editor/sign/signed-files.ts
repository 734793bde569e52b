/** A signed report and the file that proves it, as the command line writes them. */
import type { RecordOf } from '#contract/documents/records.ts';
import type { ExamSignature } from '#contract/documents/signatures.ts';
import { writeReportFile } from '#report/file/report-file.ts';
import { signatureFileText } from '#sdk/verify.ts';

interface SignedFiles {
  readonly report: string;
  readonly signature: string;
  /** Without an ending; ids alone, so that a folder of downloads names nobody. */
  readonly name: string;
}

export function signedFiles(record: RecordOf['exams'], { subject, file, seq }: ExamSignature): SignedFiles {
  return {
    report: writeReportFile('html', { record, patient: subject }),
    signature: signatureFileText(file),
    name: `report-${file.statement.document_id.slice(0, 8)}-v${seq}`,
  };
}
