/** Signed reports and erasures, checked offline: no vault, no session, no network. In Node and in pages. */
export {
  type CheckedReport,
  checkReport,
  type SignatureFault,
} from '#crypto/proof/check-signature.ts';
export { type CheckedErasure, checkErasure, erasureFileText } from '#crypto/proof/erasure-file.ts';
export { signatureFileText } from '#crypto/proof/signature-file.ts';
