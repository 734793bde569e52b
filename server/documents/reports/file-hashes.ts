import { SIGNED_FORMS, type SignatureStatement } from '#contract/documents/signatures.ts';
import { utf8 } from '#crypto/bytes.ts';
import { sha256Hex } from '#crypto/sha256.ts';
import { type ReportFileContent, writeReportFile } from '#report/file/report-file.ts';

/** SHA-256, hex, of a report exported as a file, for each file form that a signature covers. */
export type FileHashes = SignatureStatement['files_sha256'];

export function fileHashes(content: ReportFileContent): FileHashes {
  const [html = '', md = '', text = ''] = SIGNED_FORMS.map((form) =>
    sha256Hex(utf8(writeReportFile(form, content))),
  );
  return { html, md, text };
}
