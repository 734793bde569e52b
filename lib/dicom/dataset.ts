/**
 * Opens the data set of a DICOM file, however it is written: with or without preamble and file meta information, implicit
 * or explicit whatever it declares, little or big endian, deflated within a limit. What cannot be read to its end is
 * opened as far as it goes and says so. Source: DICOM PS3.5, PS3.10.
 *
 * `DicomDataset` is the one way to a value, by tag (`xggggeeee`). The type of a value is never told from its tag by
 * whoever reads it: elements have their real representation (`vr`), from the dictionary where a file writes none, UN or
 * a wrong one. Descriptors of lookup tables are read by `readLutDescriptor`, since what they map decides their sign.
 */
import type { DataSet, Element } from 'dicom-parser';
import { readFile } from './parse/read-file.ts';
import { textDecoderFor } from './text/character-set.ts';
import { bytesOf, numberValues, textValues, wholeText } from './typed-values.ts';

/** Not a DICOM file, or none that can be followed at all. */
export class NotDicomError extends Error {
  override readonly name = 'NotDicomError';
}

/** A deflated data set is longer than anything the vault would open. */
export class InflatedTooLargeError extends Error {
  override readonly name = 'InflatedTooLargeError';
}

export interface DicomDataset {
  /** As the data set is really written; what the file declares where its pixels are compressed. */
  readonly transferSyntaxUid: string;
  /** False where the bytes end early or stop making sense; what came before is there. */
  readonly isWhole: boolean;
  /** It has more elements than were to be read; what came before is there. */
  readonly isOverBudget: boolean;
  readonly parsed: DataSet;
  /** Real representation; undefined when absent, UN where nobody knows it. */
  readonly vr: (tag: string) => string | undefined;
  /** Trimmed text of all values joined by backslashes, or one of them; undefined when absent or empty. */
  readonly text: (tag: string, index?: number) => string | undefined;
  /** One number, however it is written: binary, DS or IS. Undefined when absent, empty or no number. */
  readonly number: (tag: string, index?: number) => number | undefined;
  /** Every value, where all are numbers; empty ones at the end do not count. Undefined when absent or not all numbers. */
  readonly numbers: (tag: string) => number[] | undefined;
  /** Every value in its place, undefined where one is empty or no number; none when absent. */
  readonly numberValues: (tag: string) => readonly (number | undefined)[];
  /** The value as it lies in the file; undefined when absent or empty. */
  readonly bytes: (tag: string) => Uint8Array | undefined;
  readonly element: (tag: string) => Element | undefined;
  /** The items of a sequence, each a data set of its own; none when absent. */
  readonly items: (tag: string) => DicomDataset[];
}

/** The bytes with everything from `position` on inflated. @throws InflatedTooLargeError */
export type Inflate = (bytes: Uint8Array, position: number) => Uint8Array;

/**
 * @param untilTag reads no further than this element, for those who want no pixels.
 * @param inflate Node's own is in `open-dataset.ts`.
 * @param elementsMax reads no more elements than so many, at any depth.
 * @throws NotDicomError, InflatedTooLargeError
 */
export function readDataset(
  bytes: Uint8Array,
  inflate: Inflate,
  untilTag?: string,
  elementsMax?: number,
): DicomDataset {
  const inflateOrRefuse: Inflate = (given, position) => {
    try {
      return inflate(given, position);
    } catch (error) {
      if (error instanceof InflatedTooLargeError) throw error;
      throw new NotDicomError();
    }
  };
  const file = readFile(bytes, untilTag, inflateOrRefuse, elementsMax);
  if (file === undefined) throw new NotDicomError();
  return view(file.dataSet, file, undefined);
}

function view(
  parsed: DataSet,
  file: Pick<DicomDataset, 'transferSyntaxUid' | 'isWhole' | 'isOverBudget'>,
  inherited: string | undefined,
): DicomDataset {
  const { transferSyntaxUid, isWhole, isOverBudget } = file;
  const characterSet = parsed.string('x00080005') ?? inherited;
  const decode = textDecoderFor(characterSet);
  const filled = (tag: string) => {
    const element = parsed.elements[tag];
    return element === undefined || element.length <= 0 ? undefined : element;
  };
  const valuesOf = (tag: string) => {
    const element = filled(tag);
    return element === undefined ? [] : numberValues(parsed, element, decode);
  };
  return {
    transferSyntaxUid,
    isWhole,
    isOverBudget,
    parsed,
    vr: (tag) => parsed.elements[tag]?.vr,
    text(tag, index) {
      const element = filled(tag);
      if (element === undefined) return undefined;
      const value =
        index === undefined
          ? wholeText(parsed, element, decode)
          : (textValues(parsed, element, decode)[index] ?? '');
      return value === '' ? undefined : value;
    },
    number: (tag, index = 0) => valuesOf(tag)[index],
    numbers(tag) {
      const values = valuesOf(tag);
      const count = values.findLastIndex((value) => value !== undefined) + 1;
      const known = values.slice(0, count).filter((value) => value !== undefined);
      return known.length > 0 && known.length === count ? known : undefined;
    },
    numberValues: valuesOf,
    bytes(tag) {
      const element = filled(tag);
      return element === undefined ? undefined : bytesOf(parsed, element);
    },
    element: (tag) => parsed.elements[tag],
    items: (tag) =>
      (parsed.elements[tag]?.items ?? []).flatMap(({ dataSet }) =>
        dataSet === undefined ? [] : [view(dataSet, file, characterSet)],
      ),
  };
}
