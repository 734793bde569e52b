/** Code sets of DICOM texts, and the escape sequences that select them. Source: DICOM PS3.3 C.12.1.1.2, ISO 2022. */

/** How to decode bytes of one set; in G0 their highest bits are cleared. */
export interface CodeElement {
  /** Label of a platform decoder that has the set in its upper half. */
  readonly label: string;
  readonly bytesOfCharacter: 1 | 2;
  /** Byte the decoder needs before each character. */
  readonly lead?: number;
}

/** The initial code elements of a character set term. */
export interface CodeSet {
  /** Upper half; undefined where it is empty before an escape sequence. */
  readonly upper: CodeElement | undefined;
  /** Decoder for a text in this repertoire alone. */
  readonly alone: string;
}

const single = (label: string): CodeElement => ({ label, bytesOfCharacter: 1 });
const double = (label: string, lead?: number): CodeElement => ({
  label,
  bytesOfCharacter: 2,
  ...(lead === undefined ? {} : { lead }),
});

const LATIN_1 = single('iso-8859-1');
const LATIN_2 = single('iso-8859-2');
const LATIN_3 = single('iso-8859-3');
const LATIN_4 = single('iso-8859-4');
const CYRILLIC = single('iso-8859-5');
const ARABIC = single('iso-8859-6');
const GREEK = single('iso-8859-7');
const HEBREW = single('iso-8859-8');
/** Decoder of Latin-5 by windows-1254, a superset of ISO 8859-9. */
const LATIN_5 = single('windows-1254');
const LATIN_9 = single('iso-8859-15');
const THAI = single('windows-874');
const KATAKANA = single('shift_jis');
const KANJI = double('euc-jp');
const MORE_KANJI = double('euc-jp', 0x8f);
const KOREAN = double('euc-kr');
const CHINESE = double('gbk');

/** Code sets by ISO-IR number. */
const SETS: ReadonlyMap<number, CodeElement | undefined> = new Map([
  [6, undefined],
  [13, KATAKANA],
  [58, CHINESE],
  // Both are used in the lower half only, and never alone.
  [87, undefined],
  [159, undefined],
  [100, LATIN_1],
  [101, LATIN_2],
  [109, LATIN_3],
  [110, LATIN_4],
  [126, GREEK],
  [127, ARABIC],
  [138, HEBREW],
  [144, CYRILLIC],
  [148, LATIN_5],
  [149, KOREAN],
  [166, THAI],
  [203, LATIN_9],
]);
const ALONE: ReadonlyMap<number, string> = new Map([
  [87, 'iso-2022-jp'],
  [159, 'iso-2022-jp'],
]);

/**
 * Selects the lower half (G0) or the upper one (G1); undefined is ASCII, and the letters of JIS X 0201, which differ in
 * two signs.
 */
export interface Designation {
  readonly half: 'lower' | 'upper';
  readonly element: CodeElement | undefined;
}

const DESIGNATIONS: ReadonlyMap<string, Designation> = new Map<string, Designation>([
  ['(B', { half: 'lower', element: undefined }],
  ['(J', { half: 'lower', element: undefined }],
  ['(I', { half: 'lower', element: KATAKANA }],
  [')I', { half: 'upper', element: KATAKANA }],
  ['$@', { half: 'lower', element: KANJI }],
  ['$B', { half: 'lower', element: KANJI }],
  ['$(B', { half: 'lower', element: KANJI }],
  ['$(D', { half: 'lower', element: MORE_KANJI }],
  ['$A', { half: 'lower', element: CHINESE }],
  ['$(A', { half: 'lower', element: CHINESE }],
  ['$)A', { half: 'upper', element: CHINESE }],
  ['$(C', { half: 'lower', element: KOREAN }],
  ['$)C', { half: 'upper', element: KOREAN }],
  ['-A', { half: 'upper', element: LATIN_1 }],
  ['-B', { half: 'upper', element: LATIN_2 }],
  ['-C', { half: 'upper', element: LATIN_3 }],
  ['-D', { half: 'upper', element: LATIN_4 }],
  ['-F', { half: 'upper', element: GREEK }],
  ['-G', { half: 'upper', element: ARABIC }],
  ['-H', { half: 'upper', element: HEBREW }],
  ['-L', { half: 'upper', element: CYRILLIC }],
  ['-M', { half: 'upper', element: LATIN_5 }],
  ['-T', { half: 'upper', element: THAI }],
  ['-b', { half: 'upper', element: LATIN_9 }],
]);

const decoders = new Map<string, InstanceType<typeof TextDecoder>>();

/** Creates a decoder. @throws RangeError for a label the platform does not know. */
export function decoderOf(label: string): InstanceType<typeof TextDecoder> {
  const known = decoders.get(label);
  if (known !== undefined) return known;
  const decoder = new TextDecoder(label, { ignoreBOM: true });
  decoders.set(label, decoder);
  return decoder;
}

/** Returns the code set of an ISO-IR number; undefined for one that DICOM does not name. */
export function codeSetOf(number: number): CodeSet | undefined {
  if (!SETS.has(number)) return undefined;
  const upper = SETS.get(number);
  return { upper, alone: ALONE.get(number) ?? upper?.label ?? LATIN_1.label };
}

/** Looks up the code set an escape sequence designates. @param sequence two or three characters after the escape. */
export function designationOf(sequence: string): Designation | undefined {
  return DESIGNATIONS.get(sequence);
}
