/**
 * Attributes in the DICOM JSON Model, read from a data set without its bulk data. Where the file does not write value
 * representations (implicit), they come from a dictionary that is handed in. Source: DICOM PS3.18 F.2.
 */
import type { DataSet, Element } from 'dicom-parser';
import { textDecoderFor } from './character-set.ts';
import type { DicomDataset } from './dataset.ts';

export interface JsonAttribute {
  readonly vr: string;
  readonly Value?: readonly unknown[];
}

/** By tag, eight upper-case hex digits. */
export type DicomJson = Record<string, JsonAttribute>;

export type VrOfTag = (tag: string) => string | undefined;

const TEXTS = new Set(['LO', 'LT', 'PN', 'SH', 'ST', 'UC', 'UT']);
const ASCII = new Set(['AE', 'AS', 'CS', 'DA', 'DT', 'TM', 'UI', 'UR', 'DS', 'IS', ...TEXTS]);
const UNDIVIDED = new Set(['LT', 'ST', 'UT', 'UR']);
const WIDTHS: Readonly<Record<string, number>> = { US: 2, SS: 2, UL: 4, SL: 4, FL: 4, FD: 8, AT: 4 };
/** Longer values are bulk data: they are left out. */
const VALUE_MAX_BYTES = 64 * 1024;
const DEPTH_MAX = 16;

export function datasetToJson(dataset: DicomDataset, vrOf: VrOfTag): DicomJson {
  return toJson(dataset.parsed, dataset.text('x00080005'), vrOf, 0);
}

function toJson(data: DataSet, inherited: string | undefined, vrOf: VrOfTag, depth: number): DicomJson {
  const characterSet = data.string('x00080005') ?? inherited;
  const json: DicomJson = {};
  for (const element of Object.values(data.elements)) {
    const tag = element.tag.slice(1).toUpperCase();
    // The file's own head, group lengths and pixels are no attributes of the instance.
    if (tag.startsWith('0002') || tag.endsWith('0000') || tag.startsWith('7FE0')) continue;
    const attribute = attributeOf(data, element, tag, characterSet, vrOf, depth);
    if (attribute !== undefined) json[tag] = attribute;
  }
  return json;
}

function attributeOf(
  data: DataSet,
  element: Element,
  tag: string,
  characterSet: string | undefined,
  vrOf: VrOfTag,
  depth: number,
): JsonAttribute | undefined {
  if (element.items !== undefined) {
    if (depth >= DEPTH_MAX) return undefined;
    const Value = element.items.map(({ dataSet }) =>
      dataSet === undefined ? {} : toJson(dataSet, characterSet, vrOf, depth + 1),
    );
    return Value.length === 0 ? { vr: 'SQ' } : { vr: 'SQ', Value };
  }
  const vr = element.vr ?? vrOf(tag) ?? 'UN';
  if (vr === 'SQ' || element.length <= 0) return { vr };
  if (element.length > VALUE_MAX_BYTES) return undefined;
  const bytes = data.byteArray.subarray(element.dataOffset, element.dataOffset + element.length);
  if (ASCII.has(vr)) return { vr, Value: textsOf(bytes, vr, characterSet) };
  const width = WIDTHS[vr];
  if (width === undefined) return undefined;
  const count = Math.floor(element.length / width);
  return { vr, Value: Array.from({ length: count }, (_, index) => numberOf(data, element.tag, vr, index)) };
}

function textsOf(bytes: Uint8Array, vr: string, characterSet: string | undefined): unknown[] {
  const decode = textDecoderFor(TEXTS.has(vr) ? characterSet : undefined);
  const whole = decode(bytes).replaceAll('\0', '');
  const values = UNDIVIDED.has(vr) ? [whole.trimEnd()] : whole.split('\\').map((value) => value.trim());
  return values.map((value) => {
    if (value === '') return null;
    if (vr === 'PN') return personName(value);
    if (vr !== 'DS' && vr !== 'IS') return value;
    const number = Number(value);
    return Number.isFinite(number) ? number : null;
  });
}

/** The three representations of a name. */
export function personName(name: string): Record<string, string> {
  const [Alphabetic, Ideographic, Phonetic] = name.split('=');
  return {
    ...(Alphabetic ? { Alphabetic } : {}),
    ...(Ideographic ? { Ideographic } : {}),
    ...(Phonetic ? { Phonetic } : {}),
  };
}

function numberOf(data: DataSet, tag: string, vr: string, index: number): number | string | null {
  const value = readBinary(data, tag, vr, index);
  return value === undefined || (typeof value === 'number' && !Number.isFinite(value)) ? null : value;
}

function readBinary(data: DataSet, tag: string, vr: string, index: number): number | string | undefined {
  if (vr === 'US') return data.uint16(tag, index);
  if (vr === 'SS') return data.int16(tag, index);
  if (vr === 'UL') return data.uint32(tag, index);
  if (vr === 'SL') return data.int32(tag, index);
  if (vr === 'FL') return data.float(tag, index);
  if (vr === 'FD') return data.double(tag, index);
  return attributeTag(data.uint16(tag, index * 2), data.uint16(tag, index * 2 + 1));
}

function attributeTag(group: number | undefined, element: number | undefined): string {
  const hex = (part: number | undefined) => (part ?? 0).toString(16).padStart(4, '0');
  return `${hex(group)}${hex(element)}`.toUpperCase();
}
