/** Signed reports and erasures, checked offline: no vault, no session, no network. In Node and in pages. */
import type { SignatureFile } from '#contract/documents/signatures.ts';
import { signatureFileText as textOfFile } from '#crypto/proof/signature-file.ts';
import { assertGiven, isFields } from './http/given.ts';

export {
  type CheckedReport,
  checkReport,
  type SignatureFailure,
} from '#crypto/proof/check-signature.ts';
export { type CheckedErasure, checkErasure, erasureFileText } from '#crypto/proof/erasure-file.ts';

/** The text of the file that goes with a signed report. @throws TypeError where it is no signature file */
export function signatureFileText(file: SignatureFile): string {
  assertGiven(
    isFields(file),
    'signatureFileText takes the file of a signature, as exams.signatures(id) lists it.',
  );
  return textOfFile(file);
}
