/**
 * A DICOM file without what identifies its patient: every attribute as the profile says, UIDs replaced wherever they
 * stand, private attributes out, dates moved. Pixels are not looked at: whether something is written on them is said by
 * `pixelRisk`. The transfer syntax stays; a deflated file is written inflated. Source: DICOM PS3.15 E.1, E.3.6.
 */
import type { DataSet, Element } from 'dicom-parser';
import type { DicomHeader } from '#contract/drives/dicom.ts';
import type { Pseudonyms } from '#deidentify/pseudonyms.ts';
import { shiftedDay } from '#deidentify/pseudonyms.ts';
import type { KnownIdentifiers } from '#deidentify/text/known-identifiers.ts';
import { textDecoderFor } from '#dicom/character-set.ts';
import type { DicomDataset } from '#dicom/dataset.ts';
import { EXPLICIT_LITTLE_ENDIAN, IMPLICIT_LITTLE_ENDIAN } from '#dicom/file-start.ts';
import { headerSummary } from '#dicom/header-summary.ts';
import { part10Head } from '#dicom/part10.ts';
import { concat } from '#dicom/write/elements.ts';
import { type LeftOut, leftOut } from './pixel-risk.ts';
import { type Action, actionOn } from './profile.ts';
import { type InflateFile, readFile } from './read-file.ts';
import { type Encoding, writeElement, writeItem } from './write-element.ts';

export type DeidentifiedFile =
  | { readonly bytes: Uint8Array; readonly header: DicomHeader }
  | { readonly left_out: LeftOut };

export interface DeidentifyOptions {
  readonly pseudonyms: Pseudonyms;
  /** Of the record: a text that still names one of these is emptied. */
  readonly known: KnownIdentifiers;
  readonly inflate: InflateFile;
  /** A person looked at the pictures that may have writing on them. */
  readonly withRisk: boolean;
}

const EXPLICIT_BIG_ENDIAN = '1.2.840.10008.1.2.2';
const DEFLATED = '1.2.840.10008.1.2.1.99';
/** UIDs the standard defines name nothing of anyone's. */
const STANDARD_UID = /^1\.2\.840\.10008\./;
const TEXTS = new Set(['LO', 'SH', 'ST', 'LT', 'UT', 'UC', 'PN', 'CS', 'AE']);
const DUMMIES: Readonly<Record<string, string>> = { AS: '000Y', UR: 'urn:removed' };
const DUMMY_TEXT = 'REMOVED';
const METHOD = 'Basic Profile; dates moved';
const METHOD_CODES = [
  ['113100', 'Basic Application Confidentiality Profile'],
  ['113107', 'Retain Longitudinal Temporal Information Modified Dates Option'],
] as const;

/** @throws NotDicomError, InflatedTooLargeError */
export async function deidentifyFile(
  bytes: Uint8Array,
  options: DeidentifyOptions,
): Promise<DeidentifiedFile> {
  const dataset = await readFile(bytes, options.inflate);
  const reason = leftOut(dataset, options.withRisk);
  if (reason !== undefined) return { left_out: reason };
  const uids = new Map<string, string>();
  for (const uid of uidsOf(dataset.parsed)) uids.set(uid, await options.pseudonyms.uid(uid));
  const syntax = dataset.transferSyntaxUid === DEFLATED ? EXPLICIT_LITTLE_ENDIAN : dataset.transferSyntaxUid;
  const encoding = {
    isExplicit: syntax !== IMPLICIT_LITTLE_ENDIAN,
    isLittleEndian: syntax !== EXPLICIT_BIG_ENDIAN,
  };
  const body = writeDataset(dataset.parsed, { ...options, encoding, uids, isScrubbed: false }, dataset);
  const head = part10Head({
    sop_class_uid: dataset.text('x00080016') ?? '',
    instance_uid: uids.get(dataset.text('x00080018') ?? '') ?? '',
    transfer_syntax_uid: syntax,
    source_ae: '',
  });
  const file = concat([head, body]);
  return { bytes: file, header: headerSummary(await readFile(file, options.inflate)) };
}

interface Writing extends DeidentifyOptions {
  readonly encoding: Encoding;
  readonly uids: ReadonlyMap<string, string>;
  /** Within a sequence whose texts are all replaced. */
  readonly isScrubbed: boolean;
}

function writeDataset(data: DataSet, writing: Writing, root?: DicomDataset): Uint8Array {
  const written = new Map<string, Uint8Array>();
  const decode = textDecoderFor(data.string('x00080005') ?? root?.text('x00080005'));
  for (const item of Object.values(data.elements)) {
    const tag = item.tag.slice(1).toLowerCase();
    // The parser counts the end of an item among its elements.
    if (tag.startsWith('0002') || tag.startsWith('fffe')) continue;
    const bytes = writeOne(data, item, tag, writing, decode);
    if (bytes !== undefined) written.set(tag, bytes);
  }
  if (root !== undefined) for (const [tag, bytes] of statement(writing)) written.set(tag, bytes);
  return concat([...written].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, bytes]) => bytes));
}

function writeOne(
  data: DataSet,
  item: Element,
  tag: string,
  writing: Writing,
  decode: (bytes: Uint8Array) => string,
): Uint8Array | undefined {
  const { encoding, isScrubbed } = writing;
  const action = actionOn(tag);
  // What is written without a representation of its own cannot be told apart from what the profile takes out.
  if (action?.act === 'remove' || item.vr === 'UN') return undefined;
  const vr = item.vr ?? vrOf(action, item);
  const value = data.byteArray.subarray(item.dataOffset, item.dataOffset + Math.max(0, item.length));
  const write = (bytes: Uint8Array) => writeElement(encoding, tag, vr, bytes);
  if (vr === 'SQ') {
    if (action?.act === 'empty') return write(new Uint8Array(0));
    const inner = { ...writing, isScrubbed: isScrubbed || action?.act === 'scrub' };
    const items = (item.items ?? []).flatMap(({ dataSet }) => (dataSet === undefined ? [] : [dataSet]));
    return write(concat(items.map((one) => writeItem(encoding, writeDataset(one, inner)))));
  }
  if (item.encapsulatedPixelData) return writeElement(encoding, tag, vr, value, true);
  const replaced = replacement(action, decode(value), writing);
  if (replaced !== undefined) return write(new TextEncoder().encode(replaced));
  if (action?.act === 'dummy') return write(new Uint8Array(2));
  if (!mayBeText(item.vr, value)) return write(value);
  if (isScrubbed && vr !== 'CS') return write(new TextEncoder().encode(DUMMY_TEXT));
  return write(writing.known.areIn(decode(value)) ? new Uint8Array(0) : value);
}

/** What the profile puts in place of a value; undefined where the value stays, or is no text. */
function replacement(
  action: Action | undefined,
  text: string,
  { uids, pseudonyms }: Writing,
): string | undefined {
  switch (action?.act) {
    case 'empty':
      return '';
    case 'uid':
      return textValues(text)
        .map((uid) => uids.get(uid) ?? uid)
        .join('\\');
    case 'date':
    case 'dateTime':
      return textValues(text)
        .map((value) => movedDate(value, pseudonyms.shiftDays))
        .join('\\');
    case 'dummy':
      return action.vr.startsWith('O') || action.vr === 'UN' ? undefined : (DUMMIES[action.vr] ?? DUMMY_TEXT);
    default:
      return undefined;
  }
}

function textValues(text: string): string[] {
  return text
    .replaceAll('\0', '')
    .split('\\')
    .map((value) => value.trim());
}

/** A DA or DT; what follows the day stays. Empty for what names no day. */
function movedDate(value: string, days: number): string {
  const [, year, month, day, rest = ''] = /^(\d{4})\.?(\d{2})\.?(\d{2})(.*)$/.exec(value) ?? [];
  const moved = year === undefined ? undefined : shiftedDay(`${year}-${month}-${day}`, days);
  return moved === undefined ? '' : moved.replaceAll('-', '') + rest;
}

function vrOf(action: Action | undefined, item: Element): string {
  if (item.items !== undefined) return 'SQ';
  if (action?.act === 'dummy') return action.vr;
  if (action?.act === 'uid') return 'UI';
  return 'LO';
}

/** Without a representation, what reads as words. */
function mayBeText(vr: string | undefined, value: Uint8Array): boolean {
  if (vr !== undefined) return TEXTS.has(vr);
  if (value.length > 10_240) return false;
  let letters = 0;
  for (const byte of value) {
    if (byte < 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x1b && byte !== 0) return false;
    if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) letters += 1;
  }
  return letters >= 3;
}

/** Every UID the profile replaces, however deep it stands. */
function* uidsOf(data: DataSet): Generator<string> {
  for (const item of Object.values(data.elements)) {
    for (const { dataSet } of item.items ?? []) if (dataSet !== undefined) yield* uidsOf(dataSet);
    if (item.items !== undefined || actionOn(item.tag.slice(1).toLowerCase())?.act !== 'uid') continue;
    for (const uid of textValues(data.string(item.tag) ?? ''))
      if (uid !== '' && !STANDARD_UID.test(uid)) yield uid;
  }
}

/** What the file says of itself: who it stands for, that the identity is removed and how. */
function statement({ encoding, pseudonyms }: Writing): [string, Uint8Array][] {
  const text = (tag: string, vr: string, value: string): [string, Uint8Array] => [
    tag,
    writeElement(encoding, tag, vr, new TextEncoder().encode(value)),
  ];
  const codes = METHOD_CODES.map(([value, meaning]) =>
    writeItem(
      encoding,
      concat([
        text('00080100', 'SH', value)[1],
        text('00080102', 'SH', 'DCM')[1],
        text('00080104', 'LO', meaning)[1],
      ]),
    ),
  );
  return [
    text('00100010', 'PN', pseudonyms.patient),
    text('00100020', 'LO', pseudonyms.patient),
    text('00120062', 'CS', 'YES'),
    text('00120063', 'LO', METHOD),
    ['00120064', writeElement(encoding, '00120064', 'SQ', concat(codes))],
    text('00280303', 'CS', 'MODIFIED'),
  ];
}
