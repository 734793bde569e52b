/** Verifies signed reports and erasures offline, without vault, session or network. For Node and browsers. */
import type { SignatureFile } from '#contract/documents/signatures.ts';
import { signatureFileText as textOfFile } from '#crypto/proof/signature-file.ts';
import { assertGiven, isFields } from './http/argument-checks.ts';

export {
  type CheckedReport,
  checkReport,
  type SignatureFailure,
} from '#crypto/proof/check-signature.ts';
export { type CheckedErasure, checkErasure, erasureFileText } from '#crypto/proof/erasure-file.ts';

/** Returns the text of a signature file. @throws TypeError if it is not a signature file */
export function signatureFileText(file: SignatureFile): string {
  assertGiven(
    isFields(file),
    'signatureFileText takes the file of a signature, as exams.signatures(id) lists it.',
  );
  return textOfFile(file);
}
