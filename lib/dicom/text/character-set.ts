/**
 * Texts of a DICOM file to Unicode, by its SpecificCharacterSet: one repertoire, or code extensions. Knows how the terms
 * are really spelt. Source: DICOM PS3.3 C.12.1.1.2, PS3.5 6.1.2.
 */
import { decodeExtended } from './code-extensions.ts';
import { type CodeSet, codeSetOf, decoderOf } from './code-sets.ts';

/** `vr`: which characters end a component, and with it a code extension. */
export type TextDecode = (bytes: Uint8Array, vr?: string) => string;

const ESCAPE = 0x1b;
/** One repertoire for all; code extensions do not go with it. */
const WHOLE_LABELS: Readonly<Record<string, string>> = {
  '192': 'utf-8',
  UTF8: 'utf-8',
  GB18030: 'gb18030',
  GBK: 'gbk',
  GB2312: 'gbk',
};

interface Term {
  /** A label of the platform's decoders, for a repertoire that stands alone. */
  readonly whole?: string;
  readonly set?: CodeSet;
}

/** `declared` is (0008,0005), its values joined by backslashes. */
export function textDecoderFor(declared: string | undefined): TextDecode {
  const terms = (declared ?? '').split('\\').map(readTerm);
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

/** Spelt with blanks, hyphens, underscores or nothing; ISO 2022 with and without IR; or as everybody else calls it. */
function readTerm(text: string): Term {
  const term = text.replaceAll('\0', '').trim().toUpperCase();
  const plain = term.replaceAll(/[\s_-]/g, '');
  const [, number] = /^ISO(?:2022)?(?:IR)?(\d+)$/.exec(plain) ?? [];
  const whole = WHOLE_LABELS[number ?? plain.replace(/^ISO2022(?=G)/, '')];
  if (whole !== undefined) return { whole };
  const set = number === undefined ? undefined : codeSetOf(Number(number));
  if (set !== undefined) return { set };
  return isLabel(term) ? { whole: term } : {};
}

function isLabel(term: string): boolean {
  try {
    return term !== '' && decoderOf(term) !== undefined;
  } catch {
    return false;
  }
}

/** Sent without saying what it is: ASCII has no such bytes. UTF-8 proves itself; all else is read as Latin-1. */
function undeclared(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decoderOf('iso-8859-1').decode(bytes);
  }
}
