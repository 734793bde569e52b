/**
 * Encoding of value representations: size of the length field and of one value, and which are text. Source: DICOM PS3.5
 * 6.2, 7.1.
 */

/** Representations with a two-byte length in explicit files; the others have two reserved and four length bytes. */
const SHORT = new Set('AE AS AT CS DA DS DT FL FD IS LO LT PN SH SL SS ST TM UI UL US'.split(' '));
const LONG = new Set('OB OD OF OL OV OW SQ SV UC UN UR UT UV'.split(' '));
const BYTES_OF_VALUE: Readonly<Record<string, number>> = {
  US: 2,
  SS: 2,
  UL: 4,
  SL: 4,
  AT: 4,
  FL: 4,
  FD: 8,
  UV: 8,
  SV: 8,
};
/** Texts in the data set's character set; all others are ASCII. */
const CODED_TEXTS = new Set(['LO', 'LT', 'PN', 'SH', 'ST', 'UC', 'UT']);
const NUMBER_TEXTS = new Set(['DS', 'IS']);
const PLAIN_TEXTS = new Set(['AE', 'AS', 'CS', 'DA', 'DT', 'TM', 'UI', 'UR']);
const STREAMS = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'UN']);
/** Texts in which a backslash is no separator. */
const UNDIVIDED = new Set(['LT', 'ST', 'UT', 'UR']);

export const isKnownVr = (vr: string) => SHORT.has(vr) || LONG.has(vr);
export const hasShortLength = (vr: string) => SHORT.has(vr);
export const isCodedText = (vr: string) => CODED_TEXTS.has(vr);
export const isNumberText = (vr: string) => NUMBER_TEXTS.has(vr);
export const isText = (vr: string) => CODED_TEXTS.has(vr) || NUMBER_TEXTS.has(vr) || PLAIN_TEXTS.has(vr);
/** True for bytes or words without single values. */
export const isStream = (vr: string) => STREAMS.has(vr);
export const isUndivided = (vr: string) => UNDIVIDED.has(vr);

/** Size of one binary value; undefined for texts, sequences and streams. */
export function bytesOfValue(vr: string): number | undefined {
  return BYTES_OF_VALUE[vr];
}
