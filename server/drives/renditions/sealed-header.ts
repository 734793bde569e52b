/**
 * Seals a file's header summary (of DICOM, or pages of a PDF) under the node's DEK; it is never stored in plaintext.
 */
import type { DicomHeader } from '#contract/drives/dicom.ts';
import type { PdfHeader } from '#contract/drives/pdf.ts';
import type { NodeId, SecurityGroupId, WorkspaceId } from '#contract/ids.ts';
import { fromUtf8, utf8 } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { Dek } from '#crypto/keys/key-types.ts';
import { headerContext } from '#crypto/sealing/context.ts';
import { openPacked, sealPacked } from '#crypto/sealing/envelope.ts';

/** Headers are padded to this length, so that a sealed one does not reveal the length of names. */
const HEADER_PAD_BYTES = 256;

interface HeaderOwner {
  readonly workspace_id: WorkspaceId;
  readonly security_group_id: SecurityGroupId;
  readonly node_id: NodeId;
}

export function sealHeader(dek: Dek, owner: HeaderOwner, header: DicomHeader | PdfHeader): Uint8Array {
  return sealPacked(dek, utf8(JSON.stringify(header)), headerContext(owner), HEADER_PAD_BYTES);
}

/**
 * Opens a DICOM header summary.
 * @throws CryptoError unless it was sealed under this DEK for this node, and is a DICOM file's.
 */
export function openHeader(dek: Dek, owner: HeaderOwner, sealed: Uint8Array): DicomHeader {
  const header = openAnyHeader(dek, owner, sealed);
  if (isPdfHeader(header)) throw new CryptoError();
  return header;
}

export function isPdfHeader(header: DicomHeader | PdfHeader): header is PdfHeader {
  return !('sop_class_uid' in header);
}

/** Opens either kind. @throws CryptoError unless it was sealed under this DEK for this node. */
export function openAnyHeader(dek: Dek, owner: HeaderOwner, sealed: Uint8Array): DicomHeader | PdfHeader {
  const text = fromUtf8(openPacked(dek, sealed, headerContext(owner)));
  try {
    const header: DicomHeader | PdfHeader = JSON.parse(text);
    return header;
  } catch {
    throw new CryptoError();
  }
}
