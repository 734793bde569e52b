/**
 * Opens the data set of a DICOM file in any encoding: with or without preamble and file meta information, implicit or
 * explicit whatever it declares, little or big endian, deflated within a limit. A damaged file is opened as far as
 * possible and marked as incomplete. Source: DICOM PS3.5, PS3.10.
 * `DicomDataset` is the only access to values, by tag (`xggggeeee`). Readers never derive a value's type from its tag:
 * elements have their real representation (`vr`), from the dictionary where a file has none, UN or a wrong one.
 * `readLutDescriptor` reads descriptors of lookup tables, because their sign depends on the mapped values.
 */
import type { DataSet, Element } from 'dicom-parser';
import { readFile } from './parse/read-file.ts';
import { type TextDecode, textDecoderOf } from './text/character-set.ts';
import { bytesOf, numberValues, textValues, wholeText } from './typed-values.ts';

/** Error: not a DICOM file, or an unreadable one. */
export class NotDicomError extends Error {
  override readonly name = 'NotDicomError';
}

/** A deflated data set exceeds the vault's limit. */
export class InflatedTooLargeError extends Error {
  override readonly name = 'InflatedTooLargeError';
}

export interface DicomDataset {
  /** The actual syntax of the data set; for compressed pixels the declared one. */
  readonly transferSyntaxUid: string;
  /** False where the bytes end early or become invalid; earlier elements are available. */
  readonly isWhole: boolean;
  /** True when the element limit was reached; earlier elements are available. */
  readonly isOverBudget: boolean;
  readonly parsed: DataSet;
  /** Real representation; undefined when absent, UN when unknown. */
  readonly vr: (tag: string) => string | undefined;
  /** Trimmed text of all values joined by backslashes, or of one value; undefined when absent or empty. */
  readonly text: (tag: string, index?: number) => string | undefined;
  /** Reads one number in any encoding: binary, DS or IS. Undefined when absent, empty or not a number. */
  readonly number: (tag: string, index?: number) => number | undefined;
  /** Every value, if all are numbers; empty ones at the end are ignored. Undefined when absent or not all numbers. */
  readonly numbers: (tag: string) => number[] | undefined;
  /** Every value at its position, undefined where empty or not a number; empty when absent. */
  readonly numberValues: (tag: string) => readonly (number | undefined)[];
  /** The value's bytes as in the file; undefined when absent or empty. */
  readonly bytes: (tag: string) => Uint8Array | undefined;
  readonly element: (tag: string) => Element | undefined;
  /** The items of a sequence as data sets; empty when absent. */
  readonly items: (tag: string) => DicomDataset[];
}

/** The bytes with everything from `position` inflated. @throws InflatedTooLargeError */
export type Inflate = (bytes: Uint8Array, position: number) => Uint8Array;

/**
 * Reads a data set from bytes.
 * @param untilTag stops at this element, for callers that need no pixels.
 * @param inflate Node's implementation is in `open-dataset.ts`.
 * @param elementsMax maximum number of elements, at any depth.
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
  inherited: TextDecode | undefined,
): DicomDataset {
  const { transferSyntaxUid, isWhole, isOverBudget } = file;
  const decode = textDecoderOf(parsed, inherited);
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
        dataSet === undefined ? [] : [view(dataSet, file, decode)],
      ),
  };
}
