/** Builds DICOM objects in any encoding: transfer syntaxes, value representations, sequences, preambles. */
import { writeElement, writeItem } from '#deidentify/dicom/write/write-element.ts';
import type { ElementEncoding } from '#dicom/parse/element-encoding.ts';

export interface WrittenElement {
  /** Eight lower-case hex digits. */
  readonly tag: string;
  readonly vr: string;
  /** Value representation to write instead of the real one: `UN`, or a wrong one. */
  readonly writtenVr?: string;
  readonly value: string | Uint8Array | readonly (readonly WrittenElement[])[];
}

export interface Writing {
  readonly encoding: ElementEncoding;
  /** True to end sequences and items by delimiters. */
  readonly hasDelimiters?: boolean;
}

export const IMPLICIT: ElementEncoding = { isExplicit: false, isLittleEndian: true };
export const EXPLICIT: ElementEncoding = { isExplicit: true, isLittleEndian: true };
export const BIG: ElementEncoding = { isExplicit: true, isLittleEndian: false };

export const CT_IMAGE = '1.2.840.10008.5.1.4.1.1.2';

/** Writes the elements in the given order. */
export function writeElements(elements: readonly WrittenElement[], writing: Writing): Uint8Array {
  return Buffer.concat(elements.map((each) => writeOne(each, writing)));
}

function writeOne({ tag, vr, writtenVr = vr, value }: WrittenElement, writing: Writing): Uint8Array {
  const { encoding } = writing;
  if (typeof value === 'string' || value instanceof Uint8Array) {
    const bytes = typeof value === 'string' ? Buffer.from(value, 'latin1') : value;
    return writeElement(encoding, tag, writtenVr, bytes);
  }
  // Content of UN is implicit.
  const inner = writtenVr === 'UN' ? { ...writing, encoding: IMPLICIT } : writing;
  const items = value.map((each) => writeElements(each, inner));
  if (!writing.hasDelimiters) {
    const body = Buffer.concat(items.map((each) => writeItem(inner.encoding, each)));
    return writeElement(encoding, tag, writtenVr, body);
  }
  const delimited = items.flatMap((each) => [
    delimiter('fffee000', 0xffff_ffff, inner.encoding),
    each,
    delimiter('fffee00d', 0, inner.encoding),
  ]);
  const body = Buffer.concat([...delimited, delimiter('fffee0dd', 0, inner.encoding)]);
  return writeElement(encoding, tag, writtenVr, body, true);
}

function delimiter(tag: string, length: number, { isLittleEndian }: ElementEncoding): Uint8Array {
  const head = new DataView(new ArrayBuffer(8));
  head.setUint16(0, Number.parseInt(tag.slice(0, 4), 16), isLittleEndian);
  head.setUint16(2, Number.parseInt(tag.slice(4), 16), isLittleEndian);
  head.setUint32(4, length, isLittleEndian);
  return new Uint8Array(head.buffer);
}

/** US, or SS for a negative value. */
export function words(values: readonly number[], { isLittleEndian }: ElementEncoding): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 2));
  for (const [at, value] of values.entries()) view.setUint16(at * 2, value & 0xffff, isLittleEndian);
  return new Uint8Array(view.buffer);
}

export interface FileAround {
  readonly hasPreamble?: boolean;
  readonly hasPrefix?: boolean;
  readonly hasMeta?: boolean;
  readonly hasGroupLength?: boolean;
  /** Undefined leaves (0002,0010) out. */
  readonly transferSyntaxUid?: string | undefined;
}

/** Builds a complete file around a data set, without the parts left out. */
export function fileAround(
  dataSet: Uint8Array,
  {
    hasPreamble = true,
    hasPrefix = true,
    hasMeta = true,
    hasGroupLength = true,
    transferSyntaxUid,
  }: FileAround,
): Buffer {
  const text = (tag: string, vr: string, value: string): WrittenElement => ({ tag, vr, value });
  const meta = writeElements(
    [
      { tag: '00020001', vr: 'OB', value: Uint8Array.of(0, 1) },
      text('00020002', 'UI', CT_IMAGE),
      text('00020003', 'UI', '1.2.3.4'),
      ...(transferSyntaxUid === undefined ? [] : [text('00020010', 'UI', transferSyntaxUid)]),
      text('00020012', 'UI', '1.2.3'),
    ],
    { encoding: EXPLICIT },
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(meta.length);
  return Buffer.concat([
    ...(hasPreamble ? [Buffer.alloc(128)] : []),
    ...(hasPreamble && hasPrefix ? [Buffer.from('DICM')] : []),
    ...(hasMeta && hasGroupLength
      ? [writeElements([{ tag: '00020000', vr: 'UL', value: length }], { encoding: EXPLICIT })]
      : []),
    ...(hasMeta ? [meta] : []),
    dataSet,
  ]);
}
