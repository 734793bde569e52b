/** Converts a data set to the DICOM JSON Model, without bulk data. Source: DICOM PS3.18 F.2. */
import type { DataSet, Element } from 'dicom-parser';
import { bytesOfValue, isNumberText, isText } from './parse/value-representation.ts';
import type { DicomDataset } from './read-dataset.ts';
import { type TextDecode, textDecoderOf } from './text/character-set.ts';
import { binaryValue, type Decode, parseDecimal, textValues } from './typed-values.ts';

export interface JsonAttribute {
  readonly vr: string;
  readonly Value?: readonly unknown[];
}

/** DICOM JSON object: attributes by tag, eight upper-case hex digits. */
export type DicomJson = Record<string, JsonAttribute>;

/** Largest value in JSON; longer ones are bulk data and left out. */
const VALUE_MAX_BYTES = 64 * 1024;
const DEPTH_MAX = 16;

export function datasetToJson(dataset: DicomDataset): DicomJson {
  return toJson(dataset.parsed, undefined, 0);
}

function toJson(data: DataSet, inherited: TextDecode | undefined, depth: number): DicomJson {
  const decode = textDecoderOf(data, inherited);
  const json: DicomJson = {};
  for (const element of Object.values(data.elements)) {
    const tag = element.tag.slice(1).toUpperCase();
    // File meta information, group lengths and pixels are not attributes of the instance.
    if (tag.startsWith('0002') || tag.endsWith('0000') || tag.startsWith('7FE0')) continue;
    const attribute =
      element.items === undefined
        ? attributeOf(data, element, decode)
        : itemsOf(element.items, decode, depth);
    if (attribute !== undefined) json[tag] = attribute;
  }
  return json;
}

function itemsOf(items: readonly Element[], inherited: TextDecode, depth: number): JsonAttribute | undefined {
  if (depth >= DEPTH_MAX) return undefined;
  const Value = items.map(({ dataSet }) =>
    dataSet === undefined ? {} : toJson(dataSet, inherited, depth + 1),
  );
  return Value.length === 0 ? { vr: 'SQ' } : { vr: 'SQ', Value };
}

function attributeOf(data: DataSet, element: Element, decode: Decode): JsonAttribute | undefined {
  const { vr = 'UN', length } = element;
  if (vr === 'SQ' || length <= 0) return { vr };
  if (length > VALUE_MAX_BYTES) return undefined;
  if (isText(vr)) return { vr, Value: textValues(data, element, decode).map((text) => jsonText(vr, text)) };
  const width = bytesOfValue(vr);
  if (width === undefined) return undefined;
  const count = Math.floor(length / width);
  return { vr, Value: Array.from({ length: count }, (_, index) => jsonNumber(data, element, index)) };
}

function jsonText(vr: string, text: string): unknown {
  if (text === '') return null;
  if (vr === 'PN') return personName(text);
  return isNumberText(vr) ? (parseDecimal(text) ?? null) : text;
}

/** Splits a name into its alphabetic, ideographic and phonetic form. */
export function personName(name: string): Record<string, string> {
  const [Alphabetic, Ideographic, Phonetic] = name.split('=');
  return {
    ...(Alphabetic ? { Alphabetic } : {}),
    ...(Ideographic ? { Ideographic } : {}),
    ...(Phonetic ? { Phonetic } : {}),
  };
}

function jsonNumber(data: DataSet, element: Element, index: number): number | string | null {
  if (element.vr === 'AT') return attributeTag(data, element.tag, index);
  const value = binaryValue(data, element, index);
  // Numbers beyond a double are written as digits. Source: DICOM PS3.18 F.2.2, SV and UV.
  if (typeof value === 'bigint') return value.toString();
  return value !== undefined && Number.isFinite(value) ? value : null;
}

function attributeTag(data: DataSet, tag: string, index: number): string {
  const hex = (at: number) => (data.uint16(tag, at) ?? 0).toString(16).padStart(4, '0');
  return `${hex(index * 2)}${hex(index * 2 + 1)}`.toUpperCase();
}
