/** Texts of coded concepts: names, values and units. Source: DICOM PS3.3 8.8, Table 8.8-1. */
import type { DicomDataset } from '#dicom/read-dataset.ts';

const CODE_VALUES = ['x00080100', 'x00080119', 'x00080120'];
const SCHEME = 'x00080102';
const MEANING = 'x00080104';
/** UCUM's code for a number without a unit. */
const NO_UNIT = '1';

/** The code's value, whether short, long or a URN. */
function codeValue(code: DicomDataset | undefined): string | undefined {
  return CODE_VALUES.map((tag) => code?.text(tag)).find((value) => value !== undefined);
}

/** The code's meaning; without one, the code and its scheme. Undefined without a code. */
export function conceptText(code: DicomDataset | undefined): string | undefined {
  const meaning = code?.text(MEANING);
  if (meaning !== undefined) return oneLine(meaning);
  const value = codeValue(code);
  if (value === undefined) return undefined;
  return oneLine([value, code?.text(SCHEME)].filter((part) => part !== undefined).join(', '));
}

/** The meaning of the only, or first, code of a sequence. */
export function conceptOf(dataset: DicomDataset, sequence: string): string | undefined {
  return conceptText(dataset.items(sequence)[0]);
}

/** A unit as its code, with the meaning where that says something else: `mm (millimeter)`. */
export function unitText(code: DicomDataset | undefined): string | undefined {
  const value = codeValue(code);
  const meaning = code?.text(MEANING);
  if (value === undefined || value === meaning) return meaning && oneLine(meaning);
  if (meaning === undefined) return value === NO_UNIT ? undefined : oneLine(value);
  return oneLine(value === NO_UNIT ? `(${meaning})` : `${value} (${meaning})`);
}

/** Joins lines, because names and units are parts of a line. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
