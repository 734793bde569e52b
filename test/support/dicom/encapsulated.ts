/** Builds DICOM files that encapsulate a document. */
import { deflateRawSync } from 'node:zlib';
import { el, LITTLE_EXPLICIT } from './report.ts';
import { EXPLICIT, fileAround, type WrittenElement, writeElements } from './written-object.ts';

const DEFLATED = '1.2.840.10008.1.2.1.99';
export const PDF_CLASS = '1.2.840.10008.5.1.4.1.1.104.1';
export const CDA_CLASS = '1.2.840.10008.5.1.4.1.1.104.2';
export const STL_CLASS = '1.2.840.10008.5.1.4.1.1.104.3';

/** A file that encapsulates a document; `length` is EncapsulatedDocumentLength, null leaves it out. */
export function encapsulated(
  sopClass: string,
  mediaType: string,
  document: Uint8Array,
  length: number | null = document.length,
  isDeflated = false,
): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(length ?? 0);
  const elements: WrittenElement[] = [
    el('00080016', 'UI', sopClass),
    el('00080018', 'UI', '1.2.3.4'),
    el('00080060', 'CS', 'DOC'),
    el('0020000d', 'UI', '1.2.3'),
    el('0020000e', 'UI', '1.2.3.1'),
    el('00420011', 'OB', document),
    el('00420012', 'LO', mediaType),
    ...(length === null ? [] : [el('00420015', 'UL', size)]),
  ];
  const data = writeElements(elements, { encoding: EXPLICIT });
  return isDeflated
    ? fileAround(deflateRawSync(data), { transferSyntaxUid: DEFLATED })
    : fileAround(data, { transferSyntaxUid: LITTLE_EXPLICIT });
}
