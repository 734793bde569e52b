/**
 * The document in an encapsulated PDF, CDA, STL, OBJ or MTL object: its exact bytes and media type. Source: DICOM
 * PS3.3 A.45, A.85, C.24.2.
 */
import type { DicomDataset } from '#dicom/read-dataset.ts';

const DOCUMENT = 'x00420011';
const LENGTH = 'x00420015';
const MEDIA_TYPE = 'x00420012';
const ENCAPSULATED = '1.2.840.10008.5.1.4.1.1.104.';
const TOKEN = /^[a-z0-9][a-z0-9.+-]{0,63}\/[a-z0-9][a-z0-9.+-]{0,63}$/;
const STREAM = 'application/octet-stream';

/** Media types of each class, the standard one first, and how the names of such files end. */
const KINDS: Readonly<Record<string, { readonly types: readonly string[]; readonly ending: string }>> = {
  '1': { types: ['application/pdf'], ending: 'pdf' },
  '2': { types: ['text/xml', 'application/xml'], ending: 'xml' },
  '3': {
    types: ['model/stl', 'application/sla', 'model/x.stl-binary', 'application/vnd.ms-pki.stl'],
    ending: 'stl',
  },
  '4': { types: ['model/obj'], ending: 'obj' },
  '5': { types: ['model/mtl'], ending: 'mtl' },
};

export interface EncapsulatedDocument {
  /** A view of the file's bytes. */
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  /** Ending of a file name, without the dot. */
  readonly ending: string;
}

/** Thrown where the document ends before its stated length. */
export class ShortDocumentError extends Error {
  override readonly name = 'ShortDocumentError';
}

/** True for an object that is a document, whether or not the document is complete. */
export function isEncapsulated(dataset: DicomDataset): boolean {
  return (
    dataset.text('x00080016')?.startsWith(ENCAPSULATED) === true || dataset.element(DOCUMENT) !== undefined
  );
}

/** The document of an object; undefined where it has none. @throws ShortDocumentError */
export function encapsulatedDocument(dataset: DicomDataset): EncapsulatedDocument | undefined {
  if (dataset.element(DOCUMENT) === undefined) {
    if (dataset.isWhole) return undefined;
    throw new ShortDocumentError();
  }
  const value = dataset.bytes(DOCUMENT) ?? new Uint8Array();
  const kind = KINDS[dataset.text('x00080016')?.slice(ENCAPSULATED.length) ?? ''];
  const stated = dataset.text(MEDIA_TYPE)?.toLowerCase() ?? '';
  const mediaType = kind === undefined ? (TOKEN.test(stated) ? stated : STREAM) : typeOf(kind.types, stated);
  const isModel = kind !== undefined && (kind.ending === 'stl' || kind.ending === 'obj');
  const length = dataset.number(LENGTH) ?? lengthWithoutPadding(value, isModel);
  if (length > value.length) throw new ShortDocumentError();
  return { bytes: value.subarray(0, length), mediaType, ending: kind?.ending ?? endingOf(mediaType) };
}

/** Media type of a class of documents, the standard one. */
export function mediaTypeOf(sopClassUid: string): string {
  return KINDS[sopClassUid.slice(ENCAPSULATED.length)]?.types[0] ?? STREAM;
}

function typeOf(types: readonly string[], stated: string): string {
  return types.find((type) => type === stated) ?? types[0] ?? STREAM;
}

function endingOf(mediaType: string): string {
  return Object.values(KINDS).find(({ types }) => types.includes(mediaType))?.ending ?? 'bin';
}

/** Without a stated length, a zero at an even end is padding, except in a model, whose zeros are content. */
function lengthWithoutPadding(value: Uint8Array, isModel: boolean): number {
  return !isModel && value.at(-1) === 0 ? value.length - 1 : value.length;
}
