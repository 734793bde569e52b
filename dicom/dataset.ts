/**
 * Opens the data set of a DICOM file, however it is written: with or without the Part 10 preamble, implicit
 * or explicit, little or big endian, deflated within a limit. What cannot be read to its end is opened as
 * far as it goes and says so. Values come out as Unicode text or numbers; pixels stay where they are.
 * Source: DICOM PS3.5, PS3.10.
 */
import dicomParser, { type DataSet, type Element } from 'dicom-parser';
import { textDecoderFor } from './character-set.ts';
import { EXPLICIT_LITTLE_ENDIAN, guessSyntax, hasPreamble } from './file-start.ts';

/** Not a DICOM file, or none that can be followed at all. */
export class NotDicomError extends Error {
  override readonly name = 'NotDicomError';
}

/** A deflated data set is longer than anything the vault would open. */
export class InflatedTooLargeError extends Error {
  override readonly name = 'InflatedTooLargeError';
}

export interface DicomDataset {
  readonly transferSyntaxUid: string;
  /** False where the bytes end early or stop making sense; what came before is there. */
  readonly isWhole: boolean;
  readonly parsed: DataSet;
  /** Trimmed text of all values joined by backslashes, or one of them; undefined when absent or empty. */
  readonly text: (tag: string, index?: number) => string | undefined;
  /** Every value of a text that holds numbers (DS, IS); undefined when absent or not all numbers. */
  readonly numbers: (tag: string) => number[] | undefined;
  /** One number, whatever way its element writes it (US, SS, UL, FD, DS, IS). */
  readonly number: (tag: string) => number | undefined;
  readonly element: (tag: string) => Element | undefined;
  /** The items of a sequence, each a data set of its own. */
  readonly items: (tag: string) => DicomDataset[];
}

/** The bytes with everything from `position` on inflated. @throws InflatedTooLargeError */
export type Inflate = (bytes: Uint8Array, position: number) => Uint8Array;

/**
 * @param untilTag reads no further than this element, for those who want no pixels.
 * @param inflate Node's own is in `open-dataset.ts`.
 * @throws NotDicomError, InflatedTooLargeError
 */
export function readDataset(bytes: Uint8Array, inflate: Inflate, untilTag?: string): DicomDataset {
  const assumed = hasPreamble(bytes) ? undefined : guessSyntax(bytes);
  if (!hasPreamble(bytes) && assumed === undefined) throw new NotDicomError();
  let isWhole = true;
  let parsed: DataSet;
  try {
    parsed = dicomParser.parseDicom(bytes, {
      inflater: inflate,
      ...(assumed === undefined ? {} : { TransferSyntaxUID: assumed }),
      ...(untilTag === undefined ? {} : { untilTag }),
    });
  } catch (error) {
    if (error instanceof InflatedTooLargeError) throw error;
    const partial = partialDataset(error);
    if (partial === undefined) throw new NotDicomError();
    isWhole = false;
    parsed = partial;
  }
  return view(parsed, assumed ?? metaSyntax(bytes) ?? EXPLICIT_LITTLE_ENDIAN, isWhole, undefined);
}

/** The parser throws what it has read so far beside its reason. */
function partialDataset(error: unknown): DataSet | undefined {
  if (typeof error !== 'object' || error === null || !('dataSet' in error)) return undefined;
  const { dataSet } = error;
  return isDataSet(dataSet) ? dataSet : undefined;
}

function isDataSet(value: unknown): value is DataSet {
  return typeof value === 'object' && value !== null && 'elements' in value && 'byteArray' in value;
}

function metaSyntax(bytes: Uint8Array): string | undefined {
  try {
    return dicomParser.readPart10Header(bytes).string('x00020010')?.replaceAll('\0', '').trim();
  } catch {
    return undefined;
  }
}

function view(
  parsed: DataSet,
  transferSyntaxUid: string,
  isWhole: boolean,
  inherited: string | undefined,
): DicomDataset {
  const characterSet = rawText(parsed, 'x00080005') ?? inherited;
  const decode = textDecoderFor(characterSet);

  function text(tag: string, index?: number): string | undefined {
    const element = parsed.elements[tag];
    if (element === undefined || element.length <= 0) return undefined;
    const bytes = parsed.byteArray.subarray(element.dataOffset, element.dataOffset + element.length);
    const whole = decode(bytes).replaceAll('\0', '');
    const value = (index === undefined ? whole : (whole.split('\\')[index] ?? '')).trim();
    return value === '' ? undefined : value;
  }

  function numbers(tag: string): number[] | undefined {
    const values = text(tag)
      ?.split('\\')
      .map((part) => Number(part.trim() || Number.NaN));
    return values?.every((value) => Number.isFinite(value)) ? values : undefined;
  }

  return {
    transferSyntaxUid,
    isWhole,
    parsed,
    text,
    numbers,
    number(tag) {
      const vr = parsed.elements[tag]?.vr;
      if (vr === 'US' || vr === 'OW' || vr === 'OB') return parsed.uint16(tag);
      if (vr === 'SS') return parsed.int16(tag);
      if (vr === 'UL') return parsed.uint32(tag);
      if (vr === 'FD') return parsed.double(tag);
      // Without a VR a short element of these groups is a number, a text otherwise.
      if (vr === undefined && /^x0028(000[2-9a-d]|001[01]|010|0106|0107|110|0120)/.test(tag)) {
        return parsed.uint16(tag);
      }
      return numbers(tag)?.[0];
    },
    element: (tag) => parsed.elements[tag],
    items: (tag) =>
      (parsed.elements[tag]?.items ?? []).flatMap(({ dataSet }) =>
        dataSet === undefined ? [] : [view(dataSet, transferSyntaxUid, isWhole, characterSet)],
      ),
  };
}

function rawText(parsed: DataSet, tag: string): string | undefined {
  return parsed.string(tag);
}
