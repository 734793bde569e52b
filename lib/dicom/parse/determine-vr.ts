/**
 * Determines an element's real value representation: as written if plausible; from the dictionary where the file has
 * none, UN, or one the bytes contradict. Source: DICOM PS3.5 6.2.2, 7.1.3; PS3.3 C.7.6.3.1.4.
 */
import { standardVr } from './dictionary.ts';
import { bytesOfValue, isKnownVr, isNumberText, isStream, isText } from './value-representation.ts';

const LUT_DESCRIPTOR = /^0028(?:3002|110[0-4]|111[1-3])$/;
const NUMBERS_AS_TEXT = /^[\d+\-.,eE \\\0]*\d[\d+\-.,eE \\\0]*$/;
/** Largest value tested for being a number written as text. */
const TEXT_MAX_BYTES = 256;

/**
 * Determines the real representation of an element.
 * @param written the file's representation in any case; undefined where implicit.
 * @param areSamplesSigned PixelRepresentation if known: decides between US and SS.
 */
export function realVr(
  tag: string,
  written: string | undefined,
  value: Uint8Array,
  areSamplesSigned: boolean | undefined,
): string {
  const standard = decided(standardVr(tag), written, areSamplesSigned);
  if (written === undefined || written === 'UN' || !isKnownVr(written)) return standard ?? 'UN';
  if (standard === undefined || standard === written) return written;
  const width = bytesOfValue(standard);
  // Bytes where the standard has values; pixels and tables, which are bytes by the standard, are accepted.
  if (isStream(written)) return isStream(standard) || standard === 'SQ' ? written : standard;
  if (isNumberText(standard) && bytesOfValue(written) !== undefined) {
    return readsAsNumbers(value) ? standard : written;
  }
  if (width !== undefined && isText(written)) {
    return value.length % width === 0 && !readsAsNumbers(value) ? standard : written;
  }
  return isOfSamples(tag) && bytesOfValue(written) === bytesOfValue(standard) ? standard : written;
}

function decided(
  standard: string | undefined,
  written: string | undefined,
  areSamplesSigned: boolean | undefined,
): string | undefined {
  if (standard === 'US or SS') {
    if (areSamplesSigned === undefined) return written === 'SS' ? 'SS' : 'US';
    return areSamplesSigned ? 'SS' : 'US';
  }
  // Words in implicit files, as the standard requires; explicit ones are kept.
  if (standard === 'OB or OW' || standard === 'US or OW') return 'OW';
  return standard;
}

/** True for values that have the samples' sign. Not for table descriptors, which `readLutDescriptor` reads. */
function isOfSamples(tag: string): boolean {
  return standardVr(tag) === 'US or SS' && !LUT_DESCRIPTOR.test(tag);
}

function readsAsNumbers(value: Uint8Array): boolean {
  if (value.length > TEXT_MAX_BYTES) return false;
  return NUMBERS_AS_TEXT.test(String.fromCharCode(...value));
}
