/**
 * Decodes texts of a DICOM file by its SpecificCharacterSet: a single repertoire, or code extensions. Accepts common
 * misspellings of the terms. Source: DICOM PS3.3 C.12.1.1.2, PS3.5 6.1.2.
 */
import type { DataSet } from 'dicom-parser';
import { decodeExtended } from './code-extensions.ts';
import { type CodeSet, codeSetOf, decoderOf } from './code-sets.ts';

/** `vr` decides which characters end a component, and so a code extension. */
export type TextDecode = (bytes: Uint8Array, vr?: string) => string;

const CHARACTER_SET = 'x00080005';
/** More than every character set of DICOM together; the rest of a longer declaration is no character set. */
const DECLARED_MAX_CHARS = 1024;
/** How many terms that DICOM does not define are tried as a platform's label, which costs some 10 µs each. */
const LABELS_MAX = 2;
const ESCAPE = 0x1b;
/** Multi-byte repertoires that exclude code extensions. */
const WHOLE_LABELS: Readonly<Record<string, string>> = {
  '192': 'utf-8',
  UTF8: 'utf-8',
  GB18030: 'gb18030',
  GBK: 'gbk',
  GB2312: 'gbk',
};

interface Term {
  /** Label of the platform's decoder, for a repertoire used alone. */
  readonly whole?: string;
  readonly set?: CodeSet;
}

/**
 * Decoder of a data set's texts. An item that declares no character set has that of the data set around it, made once:
 * for each of some thousand items anew it would cost seconds.
 */
export function textDecoderOf(data: DataSet, inherited: TextDecode | undefined): TextDecode {
  const declared = data.string(CHARACTER_SET);
  return declared === undefined && inherited !== undefined ? inherited : textDecoderFor(declared);
}

/** `declared` is (0008,0005), its values joined by backslashes. */
export function textDecoderFor(declared: string | undefined): TextDecode {
  const terms = readTerms((declared ?? '').slice(0, DECLARED_MAX_CHARS));
  const whole = terms.find((term) => term.whole !== undefined)?.whole;
  if (whole !== undefined) {
    const decoder = decoderOf(whole);
    return (bytes) => decoder.decode(bytes);
  }
  const sets = terms.flatMap(({ set }) => (set === undefined ? [] : [set]));
  const hasExtensions = terms.length > 1 || /2022/.test(declared ?? '');
  return (bytes, vr) => {
    if (hasExtensions || bytes.includes(ESCAPE)) return decodeExtended(bytes, terms[0]?.set, sets, vr);
    const [only] = sets;
    return only === undefined ? undeclared(bytes) : decoderOf(only.alone).decode(bytes);
  };
}

function readTerms(declared: string): Term[] {
  let labelsLeft = LABELS_MAX;
  return declared.split('\\').map((text) => {
    const term = text.replaceAll('\0', '').trim().toUpperCase();
    const known = readTerm(term);
    if (known !== undefined || term === '' || labelsLeft === 0) return known ?? {};
    labelsLeft -= 1;
    return isLabel(term) ? { whole: term } : {};
  });
}

/**
 * Accepts spaces, hyphens, underscores or nothing; ISO 2022 with and without IR; and common names. Undefined for
 * others.
 */
function readTerm(term: string): Term | undefined {
  const plain = term.replaceAll(/[\s_-]/g, '');
  const [, number] = /^ISO(?:2022)?(?:IR)?(\d+)$/.exec(plain) ?? [];
  const whole = WHOLE_LABELS[number ?? plain.replace(/^ISO2022(?=G)/, '')];
  if (whole !== undefined) return { whole };
  const set = number === undefined ? undefined : codeSetOf(Number(number));
  return set === undefined ? undefined : { set };
}

function isLabel(term: string): boolean {
  try {
    return decoderOf(term) !== undefined;
  } catch {
    return false;
  }
}

/** Decodes undeclared bytes beyond ASCII: as UTF-8 if valid, else as Latin-1. */
function undeclared(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decoderOf('iso-8859-1').decode(bytes);
  }
}
