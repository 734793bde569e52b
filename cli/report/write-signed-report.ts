/** Writes a signed report and its signature file side by side. */
import type { ExamSignature } from '#contract/documents/signatures.ts';
import { SIGNED_FORMS } from '#contract/documents/signatures.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { ReportFormat } from '#report/file/report-file.ts';
import { writeReportFile } from '#report/file/report-file.ts';
import type { VaultClient } from '#sdk/client.ts';
import { checkReport, signatureFileText } from '#sdk/verify.ts';

export interface SignedReport {
  readonly version_id: string;
  readonly report: string;
  readonly signature: string;
  readonly signed: ExamSignature;
}

/**
 * Returns the report as signed, even if the patient link has changed.
 * @param versionId the newest signed version if undefined.
 * @throws not_found if that version is not signed; crypto_error if the signature is invalid.
 */
export async function signedReport(
  client: VaultClient,
  examId: string,
  format: ReportFormat,
  versionId: string | undefined,
): Promise<SignedReport> {
  const { items } = await client.exams.signatures(examId);
  const wanted = items.filter(({ version_id }) => version_id === (versionId ?? items[0]?.version_id));
  const signed = wanted.find(({ intent }) => intent !== 'co_signed') ?? wanted[0];
  if (signed === undefined) throw new VaultError('not_found', 'This version is not signed. Sign it first.');
  const { record } = await client.exams.get(examId, { version_id: signed.version_id });
  const report = writeReportFile(format, { record, patient: signed.subject });
  const signature = signatureFileText(signed.file);
  if (!SIGNED_FORMS.some((form) => form === format) || !checkReport(Buffer.from(report), signature).holds) {
    throw new VaultError(
      'crypto_error',
      'The signature is not valid for this report. Nothing was written. Do not rely on it.',
    );
  }
  return { version_id: signed.version_id, report, signature, signed };
}
