/**
 * Which proposals of an association are taken: verification, storage and the modality worklist, in the first transfer
 * syntax that fits.
 */
import dimse, { type association } from 'dcmjs-dimse';

const VERIFICATION = '1.2.840.10008.1.1';
const WORKLIST_FIND = '1.2.840.10008.5.1.4.31';
const STORAGE = /^1\.2\.840\.10008\.5\.1\.4\.(1\.1|34\.7|43\.1|44\.1|45\.1)(\.|$)/;
/** Kept as sent, whatever it is; a deflated data set would have to be inflated to be named. */
const TRANSFER_SYNTAX = /^1\.2\.840\.10008\.1\.2(\.|$)/;
const DEFLATED = '1.2.840.10008.1.2.1.99';
/** A query is read here, and its answers are written: implicit or explicit, little endian. */
const PLAIN = new Set(['1.2.840.10008.1.2', '1.2.840.10008.1.2.1']);

type Association = InstanceType<typeof association.Association>;

export function negotiate(proposed: Association): void {
  const { PresentationContextResult: result } = dimse.constants;
  for (const { id } of proposed.getPresentationContexts()) {
    const context = proposed.getPresentationContext(id);
    const abstract = context.getAbstractSyntaxUid();
    const isQuery = abstract === WORKLIST_FIND;
    const isKnown = isQuery || abstract === VERIFICATION || STORAGE.test(abstract);
    const syntax = context
      .getTransferSyntaxUids()
      .find((uid) => (isQuery ? PLAIN.has(uid) : TRANSFER_SYNTAX.test(uid) && uid !== DEFLATED));
    if (!isKnown) context.setResult(result.RejectAbstractSyntaxNotSupported);
    else if (syntax === undefined) context.setResult(result.RejectTransferSyntaxesNotSupported);
    else context.setResult(result.Accept, syntax);
  }
}
