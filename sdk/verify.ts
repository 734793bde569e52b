/** Signed reports, checked offline: no vault, no session, no network. In Node and in pages. */
export {
  type CheckedReport,
  checkReport,
  type SignatureFault,
} from '#crypto/proof/check-signature.ts';
export { signatureFileText } from '#crypto/proof/signature-file.ts';
