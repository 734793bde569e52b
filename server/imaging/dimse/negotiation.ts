/**
 * Which proposals of an association are taken: verification, storage and the modality worklist, in the first transfer
 * syntax that fits. Nothing is granted that is refused when it is used. Source: DICOM PS3.7 D.3.3, PS3.8 9.3.3.
 */
import dimse, { type association } from 'dcmjs-dimse';
import type { RequestFault } from './association-request.ts';

const VERIFICATION = '1.2.840.10008.1.1';
const WORKLIST_FIND = '1.2.840.10008.5.1.4.31';
const STORAGE = /^1\.2\.840\.10008\.5\.1\.4\.(1\.1|34\.7)(\.|$)/;
/** Defined protocols, protocol approvals and inventories are of no study, and so of no exam. */
const WITHOUT_STUDY = /^1\.2\.840\.10008\.5\.1\.4\.1\.1\.(200\.[137]|201\.1)$/;
/** Kept as sent, whatever it is. */
const TRANSFER_SYNTAX = /^1\.2\.840\.10008\.1\.2(\.|$)/;
/** A deflated data set would have to be inflated to be named; MIME, XML and streams are no files of DICOM. */
const NOT_STORED = /^1\.2\.840\.10008\.1\.2\.(1\.99|4\.95|4\.205|[67](\..*)?)$/;
/** A query is read here, and its answers are written: implicit or explicit, little endian. */
const PLAIN = new Set(['1.2.840.10008.1.2', '1.2.840.10008.1.2.1']);

type Association = InstanceType<typeof association.Association>;
type PresentationContext = InstanceType<typeof association.PresentationContext>;

const { RejectReason, RejectResult, RejectSource } = dimse.constants;

/** Result, source and reason. Source: PS3.8 9.3.4. */
export const FAULT_REFUSALS: Readonly<Record<RequestFault, [number, number, number]>> = {
  version: [
    RejectResult.Permanent,
    RejectSource.ServiceProviderAcse,
    RejectReason.ProtocolVersionNotSupported,
  ],
  context: [RejectResult.Permanent, RejectSource.ServiceUser, RejectReason.ApplicationContextNotSupported],
};

export function negotiate(proposed: Association): void {
  const { PresentationContextResult: result } = dimse.constants;
  // One operation at a time: without an answer to its window a peer waits for each. Source: PS3.7 D.3.3.3.
  proposed.setNegotiateAsyncOps(false);
  announceOwnLength(proposed);
  for (const { id } of proposed.getPresentationContexts()) {
    const context = proposed.getPresentationContext(id);
    const abstract = context.getAbstractSyntaxUid();
    const isQuery = abstract === WORKLIST_FIND;
    const isKnown = isQuery || abstract === VERIFICATION || isStored(abstract);
    const isUser = denyProviderRole(context);
    const syntax = context
      .getTransferSyntaxUids()
      .find((uid) => (isQuery ? PLAIN.has(uid) : TRANSFER_SYNTAX.test(uid) && !NOT_STORED.test(uid)));
    if (!isUser) context.setResult(result.RejectUser);
    else if (!isKnown) context.setResult(result.RejectAbstractSyntaxNotSupported);
    else if (syntax === undefined) context.setResult(result.RejectTransferSyntaxesNotSupported);
    else context.setResult(result.Accept, syntax);
  }
}

function isStored(sopClass: string): boolean {
  return STORAGE.test(sopClass) && !WITHOUT_STUDY.test(sopClass);
}

/**
 * The library announces the smaller of both limits as this side's, and none for a peer without one: units would come
 * that are cut. Source: PS3.8 D.1.
 */
function announceOwnLength(proposed: Association): void {
  if (proposed.getMaxPduLength() === 0) proposed.setMaxPduLength(dimse.Implementation.getMaxPduLength());
}

/** The largest command that is answered still fits. */
const PDU_MIN_BYTES = 512;

/** Whether answers fit into the units a peer takes: commands are sent whole. */
export function takesAnswers(proposed: Association): boolean {
  const bytes = proposed.getMaxPduLength();
  return bytes === 0 || bytes >= PDU_MIN_BYTES;
}

/**
 * A peer that proposes roles is told that it invokes and this side performs: nothing is ever sent back on its
 * association. False for one that would only perform, to whom the context is of no use.
 */
function denyProviderRole(context: PresentationContext): boolean {
  if (context.getUserRole() === undefined && context.getProviderRole() === undefined) return true;
  context.setProviderRole(false);
  return context.getUserRole() === true;
}
