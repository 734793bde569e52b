/**
 * Chooses accepted presentation contexts of an association: verification, storage and modality worklist, in the first
 * supported transfer syntax. Nothing is accepted that would be refused in use. Source: DICOM PS3.7 D.3.3, PS3.8 9.3.3.
 */
import dimse, { type association } from 'dcmjs-dimse';
import type { RequestFault } from './association-request.ts';

const VERIFICATION = '1.2.840.10008.1.1';
const WORKLIST_FIND = '1.2.840.10008.5.1.4.31';
const STORAGE = /^1\.2\.840\.10008\.5\.1\.4\.(1\.1|34\.7)(\.|$)/;
/** Defined protocols, protocol approvals and inventories belong to no study, and so to no exam. */
const WITHOUT_STUDY = /^1\.2\.840\.10008\.5\.1\.4\.1\.1\.(200\.[137]|201\.1)$/;
/** Objects are stored as sent, in any DICOM transfer syntax. */
const TRANSFER_SYNTAX = /^1\.2\.840\.10008\.1\.2(\.|$)/;
/** Refused: deflated data sets would have to be inflated to read UIDs; MIME, XML and streams are no DICOM files. */
const NOT_STORED = /^1\.2\.840\.10008\.1\.2\.(1\.99|4\.95|4\.205|[67](\..*)?)$/;
/** Syntaxes for queries, which are read and answered here: implicit or explicit, little endian. */
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
  // Refuses asynchronous operations, so that a peer waits for each response. Source: PS3.7 D.3.3.3.
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
 * Announces this side's maximum PDU length. The library announces the smaller of both sides', and none for a peer
 * without one; such a peer would send PDUs that get cut off. Source: PS3.8 D.1.
 */
function announceOwnLength(proposed: Association): void {
  if (proposed.getMaxPduLength() === 0) proposed.setMaxPduLength(dimse.Implementation.getMaxPduLength());
}

/** The largest command this side sends fits into this size. */
const PDU_MIN_BYTES = 512;

/** True when responses fit into the PDUs a peer accepts, because commands are sent unfragmented. */
export function takesAnswers(proposed: Association): boolean {
  const bytes = proposed.getMaxPduLength();
  return bytes === 0 || bytes >= PDU_MIN_BYTES;
}

/**
 * Tells a peer that proposes roles that it is the user and this side the provider. False for a peer that would only be
 * provider, for whom the context is useless.
 */
function denyProviderRole(context: PresentationContext): boolean {
  if (context.getUserRole() === undefined && context.getProviderRole() === undefined) return true;
  context.setProviderRole(false);
  return context.getUserRole() === true;
}
