/**
 * Writes a de-identified data set: each element by the profile, then by its representation. A text that still contains
 * an identifier is emptied, UIDs are replaced, dates shifted, and bytes with an identifier removed unless the picture
 * needs them. Source: DICOM PS3.15 E.1, E.3.
 */
import type { DataSet, Element } from 'dicom-parser';
import { concatBytes } from '#bytes/concat-bytes.ts';
import { type Action, actionOn } from '#deidentify/dicom/confidentiality-profile.ts';
import type { FileIdentifiers } from '#deidentify/dicom/file-identifiers.ts';
import { textValues } from '#deidentify/dicom/text-values.ts';
import { isKeptUid } from '#deidentify/dicom/uids-to-replace.ts';
import type { Pseudonyms } from '#deidentify/pseudonyms.ts';
import { shiftedDay } from '#deidentify/pseudonyms.ts';
import { textDecoderFor } from '#dicom/text/character-set.ts';
import { readsAsText, representationOf } from './representation.ts';
import { valueBytes } from './value-bytes.ts';
import { type Encoding, writeElement, writeItem } from './write-element.ts';

export interface Writing {
  readonly encoding: Encoding;
  readonly pseudonyms: Pseudonyms;
  readonly uids: ReadonlyMap<string, string>;
  readonly identifiers: FileIdentifiers;
  /** Cleaned pixels; other elements of their tags are left out. */
  readonly pixels: ReadonlyMap<string, Uint8Array>;
  /** Elements that replace those of the file. */
  readonly stated: ReadonlyMap<string, Uint8Array>;
}

type Decode = (bytes: Uint8Array) => string;

/** Context of the element that is being written. */
interface Within {
  readonly data: DataSet;
  readonly decode: Decode;
  /** True inside a sequence in which every text is replaced. */
  readonly isScrubbed: boolean;
}

const DUMMY_TEXT = 'REMOVED';
const DUMMIES: Readonly<Record<string, string>> = { AS: '000Y', UR: 'urn:removed' };
const TEXTS = new Set(['AE', 'CS', 'LO', 'LT', 'PN', 'SH', 'ST', 'UC', 'UR', 'UT']);
const UNDIVIDED = new Set(['LT', 'ST', 'UR', 'UT']);
/** URLs that only name a code's source. */
const KEPT_LINKS = new Set(['0008010e', '00080120']);
const FORMS: Readonly<Record<string, RegExp>> = {
  AS: /^\d{3}[DWMY]$/,
  DS: /^[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:[eE][+-]?\d+)?$/,
  IS: /^[+-]?\d+$/,
  TM: /^[\d:.\s-]{1,27}$/,
};
/** Pixels, palettes, lookup tables, profiles, which the picture needs. The search of the finished copy covers them. */
const PICTURE_BYTES = /^(?:7fe0|0028(?:1[12]..|2000|3006|140[1-9a-f])|54001010)/;

export function writeDataset(data: DataSet, writing: Writing): Uint8Array {
  return write({ data, decode: textDecoderFor(data.string('x00080005')), isScrubbed: false }, writing, true);
}

function write(within: Within, writing: Writing, isTop: boolean): Uint8Array {
  const written = new Map<string, Uint8Array>();
  for (const item of Object.values(within.data.elements)) {
    const tag = item.tag.slice(1).toLowerCase();
    // The parser lists an item's end among its elements.
    if (tag.startsWith('0002') || tag.startsWith('fffe') || tag.startsWith('7fe0')) continue;
    const bytes = writeOne(within, item, tag, writing);
    if (bytes !== undefined) written.set(tag, bytes);
  }
  if (isTop) for (const [tag, bytes] of [...writing.stated, ...writing.pixels]) written.set(tag, bytes);
  return concatBytes([...written].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, bytes]) => bytes));
}

function writeOne(within: Within, item: Element, tag: string, writing: Writing): Uint8Array | undefined {
  const { encoding, identifiers } = writing;
  const action = actionOn(tag);
  const vr = representationOf(item, tag);
  if (action?.act === 'remove') return undefined;
  const element = (bytes: Uint8Array) => writeElement(encoding, tag, vr, bytes);
  if (action?.act === 'empty') return element(new Uint8Array(0));
  if (vr === 'SQ') {
    const inner = { ...within, isScrubbed: within.isScrubbed || action?.act === 'scrub' };
    return element(
      concatBytes((item.items ?? []).flatMap((one) => writeOneItem(inner, one.dataSet, writing))),
    );
  }
  const value = valueBytes(within.data, item);
  if (vr === 'UN') return undefined;
  const text = replacementText(within, action, { tag, vr, value }, writing);
  if (text === 'kept') return element(value);
  if (text !== undefined) return element(new TextEncoder().encode(text));
  if (action?.act === 'dummy') return element(new Uint8Array(2));
  const isClear = PICTURE_BYTES.test(tag) || !holdsIdentifier(value, within.decode, identifiers);
  return element(isClear ? value : new Uint8Array(0));
}

function writeOneItem(within: Within, data: DataSet | undefined, writing: Writing): Uint8Array[] {
  if (data === undefined) return [];
  const characterSet = data.string('x00080005');
  const decode = characterSet === undefined ? within.decode : textDecoderFor(characterSet);
  return [writeItem(writing.encoding, write({ ...within, data, decode }, writing, false))];
}

interface Value {
  readonly tag: string;
  readonly vr: string;
  readonly value: Uint8Array;
}

/** Replacement of a text; `kept` leaves its bytes. Undefined for elements that are not text. */
function replacementText(
  { decode, isScrubbed }: Within,
  action: Action | undefined,
  { tag, vr, value }: Value,
  { uids, pseudonyms, identifiers }: Writing,
): string | 'kept' | undefined {
  if (action?.act === 'dummy')
    return action.vr.startsWith('O') || action.vr === 'UN' ? undefined : (DUMMIES[action.vr] ?? DUMMY_TEXT);
  if (vr === 'UI')
    return eachValue(decode(value), (uid) => (isKeptUid(tag, uid, uids) ? uid : (uids.get(uid) ?? '')));
  if (vr === 'DA' || vr === 'DT')
    return eachValue(decode(value), (date) => movedDate(date, pseudonyms.shiftDays));
  const form = FORMS[vr];
  if (form !== undefined) {
    const isClear = (text: string) =>
      form.test(text) ? !identifiers.isNumber(text) : !isNamedIn(text, identifiers);
    return textValues(decode(value)).every(isClear)
      ? 'kept'
      : eachValue(decode(value), (text) => (isClear(text) ? text : ''));
  }
  if (!TEXTS.has(vr)) return undefined;
  if (vr === 'UR' && !KEPT_LINKS.has(tag)) return value.length === 0 ? '' : DUMMIES['UR'];
  if (isScrubbed && vr !== 'CS') return DUMMY_TEXT;
  if (!holdsIdentifier(value, decode, identifiers, true)) return 'kept';
  if (UNDIVIDED.has(vr) || !isAscii(value)) return '';
  return eachValue(decode(value), (text) => (isNamedIn(text, identifiers) ? '' : text));
}

function eachValue(text: string, change: (value: string) => string): string {
  return textValues(text).map(change).join('\\');
}

function isAscii(value: Uint8Array): boolean {
  return value.every((byte) => byte < 0x80 && byte !== 0x1b);
}

/** Checks the file's character set, and any other a program may have used. */
function holdsIdentifier(
  value: Uint8Array,
  decode: Decode,
  identifiers: FileIdentifiers,
  isText = readsAsText(value),
): boolean {
  if (value.length === 0) return false;
  if (identifiers.bytes.areIn(value)) return true;
  return (
    isText && [decode, ...DECODERS].some((read) => identifiers.areInText(read(value).replaceAll('\0', '')))
  );
}

function isNamedIn(text: string, identifiers: FileIdentifiers): boolean {
  return identifiers.areInText(text) || identifiers.bytes.areIn(new TextEncoder().encode(text));
}

const DECODERS: readonly Decode[] = ['utf-8', 'iso-8859-1', 'utf-16le', 'utf-16be'].map((label) => {
  const decoder = new TextDecoder(label);
  return (bytes) => decoder.decode(bytes);
});

/** Shifts a DA or DT and keeps the time. Empty for an invalid day. */
function movedDate(value: string, days: number): string {
  const [, year, month, day, rest] = /^(\d{4})\.?(\d{2})\.?(\d{2})([\d.]*(?:[+-]\d{4})?)/.exec(value) ?? [];
  const moved = year === undefined ? undefined : shiftedDay(`${year}-${month}-${day}`, days);
  return moved === undefined ? '' : moved.replaceAll('-', '') + (rest ?? '');
}
