/**
 * Collects identifiers of patient and staff from a DICOM file before it is cleaned; the finished copy is searched for
 * them, and for those of the record. Source: DICOM PS3.15 E.1; 45 CFR 164.514(b)(2)(i).
 */
import type { DataSet } from 'dicom-parser';
import { type KnownIdentifiers, knownIdentifiers } from '#deidentify/text/known-identifiers.ts';
import type { DicomDataset } from '#dicom/read-dataset.ts';
import { textDecoderFor } from '#dicom/text/character-set.ts';
import { type IdentifierBytes, identifierBytes } from './identifier-bytes.ts';
import { valueBytes } from './write/value-bytes.ts';

export interface FileIdentifiers {
  readonly areInText: (text: string) => boolean;
  /** True when a value is exactly one of the identifying numbers. */
  readonly isNumber: (digits: string) => boolean;
  readonly bytes: IdentifierBytes;
}

/** Attributes that hold person names although their value representation is not PN. */
const NAMES = new Set(
  `00080090 0008009c 00081048 00081050 00081060 00081070 00100010 00101001 00101005 00101060 00102297 00321032 00380035
   00400006 0040a075 0040a123 00700084 40080042 4008010b`.split(/\s+/),
);
/** Attributes with numbers, places and addresses of a patient or institution. */
const VALUES = new Set(
  `00080050 00080080 00080081 00081040 00100020 00101000 00101040 00101090 00102154 00102155 00181000 00200010 00321033
   00380010 00380300 00380400 00400009 00400253 00401001 00402016 00402017 00120040`.split(/\s+/),
);
const BIRTH_DATE = '00100030';
/** Placeholder values, which identify no person. */
const NOBODY = new Set([
  'removed',
  'anonymous',
  'anonymized',
  'anonymised',
  'unknown',
  'none',
  'null',
  'patient',
]);
/** Shortest value that is searched for; shorter ones are too common. */
const VALUE_MIN_CHARS = 4;
const NUMBER_MIN_DIGITS = 5;
const UID_MIN_CHARS = 8;

interface Found {
  readonly names: string[];
  readonly values: string[];
  readonly days: string[];
  readonly raw: Uint8Array[];
}

/** Collects the identifiers of a file. @param uids UIDs to be replaced. */
export function fileIdentifiers(
  dataset: DicomDataset,
  record: KnownIdentifiers,
  uids: Iterable<string>,
): FileIdentifiers {
  const found: Found = { names: [], values: [], days: [], raw: [] };
  collect(dataset.parsed, dataset.text('x00080005'), found);
  const values = [
    ...found.values,
    ...found.days,
    ...[...uids].filter(({ length }) => length >= UID_MIN_CHARS),
  ];
  const own = knownIdentifiers({ custom_attributes: null }, null, { names: found.names, values });
  const texts = [...record.terms, ...own.terms].filter((term) => !NOBODY.has(term));
  const numbers = new Set(texts.filter((term) => /^\d+$/.test(term) && term.length >= NUMBER_MIN_DIGITS));
  return {
    areInText: (text) => record.areIn(text) || own.areIn(text),
    isNumber: (digits) => numbers.has(digits),
    bytes: identifierBytes({ texts, raw: found.raw }),
  };
}

function collect(data: DataSet, inherited: string | undefined, found: Found): void {
  const characterSet = data.string('x00080005') ?? inherited;
  const decode = textDecoderFor(characterSet);
  for (const item of Object.values(data.elements)) {
    for (const { dataSet } of item.items ?? [])
      if (dataSet !== undefined) collect(dataSet, characterSet, found);
    const tag = item.tag.slice(1).toLowerCase();
    const isName = item.vr === 'PN' || NAMES.has(tag);
    if (item.items !== undefined || !(isName || VALUES.has(tag) || tag === BIRTH_DATE)) continue;
    const bytes = valueBytes(data, item);
    const texts = textsOf(decode(bytes));
    if (tag === BIRTH_DATE) found.days.push(...texts.flatMap(daySpellings));
    else if (isName) {
      found.names.push(...texts.filter((text) => !NOBODY.has(text.toLowerCase())));
      found.raw.push(...partsOf(bytes).filter((part) => !NOBODY.has(decode(part).trim().toLowerCase())));
    } else found.values.push(...texts.filter((text) => text.length >= VALUE_MIN_CHARS));
  }
}

function textsOf(text: string): string[] {
  return text
    .replaceAll('\0', '')
    .split('\\')
    .map((value) => value.trim())
    .filter((value) => value !== '' && !NOBODY.has(value.toLowerCase()));
}

/** Raw bytes of name parts, for character sets that cannot be encoded here. Plain letters are searched as texts. */
function partsOf(bytes: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (let at = 0; at <= bytes.length; at += 1) {
    // ^ = \ space and zero end a part.
    if (at < bytes.length && ![0x5e, 0x3d, 0x5c, 0x20, 0].includes(bytes[at] ?? 0)) continue;
    const part = bytes.subarray(from, at);
    if (part.some((byte) => byte >= 0x80 || byte === 0x1b)) parts.push(part);
    from = at + 1;
  }
  return parts;
}

/** Returns common spellings of a day given as `YYYYMMDD`. */
function daySpellings(date: string): string[] {
  const [, year, month, day] = /^(\d{4})[.-]?(\d{2})[.-]?(\d{2})$/.exec(date) ?? [];
  if (year === undefined || month === undefined || day === undefined) return [];
  return ['', '-', '.', '/'].flatMap((mark) =>
    [
      [year, month, day],
      [day, month, year],
      [month, day, year],
    ].map((parts) => parts.join(mark)),
  );
}
