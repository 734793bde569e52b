/**
 * A DICOM file without what identifies its patient: every attribute as the profile says, UIDs replaced wherever they
 * stand, private attributes out, dates moved, pixels with nothing but their samples. The finished copy is searched for
 * every identifier that went in; a file that cannot be cleared stays behind. What is written on a picture itself is said
 * by `pixel-risk.ts`. The transfer syntax stays; a deflated file is written inflated, and a compressed stream that cannot
 * be cleared as the samples it holds. Source: DICOM PS3.15 E.1, E.3.
 */

import { concatBytes } from '#bytes/concat-bytes.ts';
import type { DicomHeader } from '#contract/drives/dicom.ts';
import { clearPixels } from '#deidentify/pixels/clear-pixels.ts';
import { type DecodeFrame, decodedPixels } from '#deidentify/pixels/decoded-pixels.ts';
import type { Pseudonyms } from '#deidentify/pseudonyms.ts';
import type { KnownIdentifiers } from '#deidentify/text/known-identifiers.ts';
import type { DicomDataset } from '#dicom/dataset.ts';
import { EXPLICIT_LITTLE_ENDIAN, IMPLICIT_LITTLE_ENDIAN } from '#dicom/detect-dicom.ts';
import { headerSummary } from '#dicom/header-summary.ts';
import { part10Head } from '#dicom/part10.ts';
import { type LeftOut, reasonToExclude } from './burned-in-text.ts';
import { fileIdentifiers } from './file-identifiers.ts';
import { type InflateFile, readFile } from './read-file.ts';
import { hasIdentifier } from './search-copy.ts';
import { statementOf } from './statement.ts';
import { uidsToReplace } from './uids.ts';
import { writeDataset } from './write/write-dataset.ts';
import { type Encoding, writeElement } from './write/write-element.ts';

export type DeidentifiedFile =
  | {
      readonly bytes: Uint8Array;
      readonly header: DicomHeader;
      /** Written as its samples, since its stream could not be cleared. */
      readonly is_decompressed: boolean;
    }
  | { readonly left_out: LeftOut };

export interface DeidentifyOptions {
  readonly pseudonyms: Pseudonyms;
  /** Of the record: a text that still names one of these is emptied. */
  readonly known: KnownIdentifiers;
  readonly inflate: InflateFile;
  /** A person looked at the pictures that may have writing on them. */
  readonly withRisk: boolean;
  /** Decodes a frame of this file: then a stream that cannot be cleared is written as its samples. */
  readonly decode?: DecodeFrame;
}

const EXPLICIT_BIG_ENDIAN = '1.2.840.10008.1.2.2';
const DEFLATED = '1.2.840.10008.1.2.1.99';
const PIXEL_DATA = '7fe00010';
const PIXELS = [PIXEL_DATA, '7fe00008', '7fe00009'];
const PHOTOMETRIC = '00280004';

/** @throws NotDicomError, InflatedTooLargeError */
export async function deidentifyFile(
  bytes: Uint8Array,
  options: DeidentifyOptions,
): Promise<DeidentifiedFile> {
  const dataset = await readFile(bytes, options.inflate);
  const reason = reasonToExclude(dataset, options.withRisk);
  if (reason !== undefined) return { left_out: reason };
  const { pseudonyms } = options;
  const uids = new Map<string, string>();
  for (const uid of uidsToReplace(dataset.parsed)) uids.set(uid, await pseudonyms.uid(uid));
  const identifiers = fileIdentifiers(dataset, options.known, uids.keys());
  const pixels = writtenPixels(dataset) ?? (await decompressedPixels(dataset, options.decode));
  if (pixels === undefined) return { left_out: 'pixels_not_cleared' };
  const { syntax, encoding } = pixels;
  const stated = statementOf(encoding, pseudonyms);
  const body = writeDataset(dataset.parsed, {
    ...{ encoding, pseudonyms, uids, identifiers, stated },
    pixels: pixels.elements,
  });
  const head = part10Head({
    sop_class_uid: dataset.text('x00080016') ?? '',
    instance_uid: uids.get(dataset.text('x00080018') ?? '') ?? '',
    transfer_syntax_uid: syntax,
    source_ae: '',
  });
  const copy = await readFile(concatBytes([head, body]), options.inflate);
  if (hasIdentifier(copy, identifiers, new Set(stated.keys()))) return { left_out: 'identifier_found' };
  const header = headerSummary(copy);
  return { bytes: copy.parsed.byteArray, header, is_decompressed: pixels.isDecompressed };
}

interface WrittenPixels {
  readonly syntax: string;
  readonly encoding: Encoding;
  /** With what the header says of them, where that is no longer what it was. */
  readonly elements: Map<string, Uint8Array>;
  readonly isDecompressed: boolean;
}

/** In the syntax of the file; undefined where one of them cannot be cleared. */
function writtenPixels(dataset: DicomDataset): WrittenPixels | undefined {
  const syntax = dataset.transferSyntaxUid === DEFLATED ? EXPLICIT_LITTLE_ENDIAN : dataset.transferSyntaxUid;
  const encoding = {
    isExplicit: syntax !== IMPLICIT_LITTLE_ENDIAN,
    isLittleEndian: syntax !== EXPLICIT_BIG_ENDIAN,
  };
  const elements = new Map<string, Uint8Array>();
  for (const tag of PIXELS) {
    const item = dataset.element(`x${tag}`);
    if (item === undefined) continue;
    const cleared = clearPixels(dataset, item);
    if (cleared === undefined) return undefined;
    elements.set(tag, writeElement(encoding, tag, item.vr ?? 'OW', cleared.value, cleared.isEncapsulated));
  }
  return { syntax, encoding, elements, isDecompressed: false };
}

/** A compressed stream that cannot be cleared as the samples it holds. */
async function decompressedPixels(
  dataset: DicomDataset,
  decode: DecodeFrame | undefined,
): Promise<WrittenPixels | undefined> {
  if (decode === undefined || dataset.element(`x${PIXEL_DATA}`)?.encapsulatedPixelData !== true)
    return undefined;
  const decoded = await decodedPixels(dataset, decode);
  if (decoded === undefined) return undefined;
  const encoding = { isExplicit: true, isLittleEndian: true };
  const elements = new Map<string, Uint8Array>();
  for (const [tag, number] of Object.entries(decoded.numbers))
    elements.set(tag, writeElement(encoding, tag, 'US', Uint8Array.of(number & 0xff, number >> 8)));
  if (decoded.photometric !== undefined) {
    const text = new TextEncoder().encode(decoded.photometric);
    elements.set(PHOTOMETRIC, writeElement(encoding, PHOTOMETRIC, 'CS', text));
  }
  elements.set(PIXEL_DATA, writeElement(encoding, PIXEL_DATA, decoded.vr, decoded.value));
  return { syntax: EXPLICIT_LITTLE_ENDIAN, encoding, elements, isDecompressed: true };
}
