/**
 * De-identifies a DICOM file: attributes by the profile, UIDs replaced everywhere, private attributes removed, dates
 * shifted, pixels reduced to their samples. The finished copy is searched for every original identifier; a file that
 * cannot be cleaned is left out. `burned-in-text.ts` handles text in pictures. The transfer syntax stays, but a
 * deflated file is written inflated, and an uncleanable compressed stream as decoded samples. Source: DICOM PS3.15 E.1,
 * E.3.
 */

import { concatBytes } from '#bytes/concat-bytes.ts';
import type { DicomHeader } from '#contract/drives/dicom.ts';
import { clearPixels } from '#deidentify/pixels/clear-pixels.ts';
import { type DecodeFrame, decodedPixels } from '#deidentify/pixels/decoded-pixels.ts';
import type { Pseudonyms } from '#deidentify/pseudonyms.ts';
import type { KnownIdentifiers } from '#deidentify/text/known-identifiers.ts';
import { EXPLICIT_LITTLE_ENDIAN, IMPLICIT_LITTLE_ENDIAN } from '#dicom/detect-dicom.ts';
import { headerSummary } from '#dicom/header-summary.ts';
import { part10Head } from '#dicom/part10-header.ts';
import type { DicomDataset } from '#dicom/read-dataset.ts';
import { type LeftOut, reasonToExclude } from './burned-in-text.ts';
import { statementOf } from './deidentification-attributes.ts';
import { fileIdentifiers } from './file-identifiers.ts';
import { type InflateFile, readFile } from './read-file.ts';
import { hasIdentifier } from './search-copy.ts';
import { uidsToReplace } from './uids-to-replace.ts';
import { writeDataset } from './write/write-dataset.ts';
import { type Encoding, writeElement } from './write/write-element.ts';

export type DeidentifiedFile =
  | {
      readonly bytes: Uint8Array;
      readonly header: DicomHeader;
      /** True when written as decoded samples, because its stream could not be cleaned. */
      readonly is_decompressed: boolean;
    }
  | { readonly left_out: LeftOut };

export interface DeidentifyOptions {
  readonly pseudonyms: Pseudonyms;
  /** Identifiers from the record: a text that still contains one is emptied. */
  readonly known: KnownIdentifiers;
  readonly inflate: InflateFile;
  /** True after a person has checked pictures that may show text. */
  readonly withRisk: boolean;
  /** Decodes a frame of this file; allows writing an uncleanable stream as decoded samples. */
  readonly decode?: DecodeFrame;
}

const EXPLICIT_BIG_ENDIAN = '1.2.840.10008.1.2.2';
const DEFLATED = '1.2.840.10008.1.2.1.99';
const PIXEL_DATA = '7fe00010';
const PIXELS = [PIXEL_DATA, '7fe00008', '7fe00009'];
const PHOTOMETRIC = '00280004';

/** De-identifies one DICOM file. @throws NotDicomError, InflatedTooLargeError */
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
  /** Pixel elements, with header elements that describe them where these changed. */
  readonly elements: Map<string, Uint8Array>;
  readonly isDecompressed: boolean;
}

/** Cleaned pixels in the file's syntax; undefined where one of them cannot be cleaned. */
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

/** Decoded samples of an uncleanable compressed stream. */
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
