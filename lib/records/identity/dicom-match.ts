/**
 * Attribute matching of QIDO-RS and C-FIND: single values, UID lists, wildcards, date and time ranges. Source: DICOM
 * PS3.4 C.2.2.2.
 */
import { foldText } from '#records/folded-text.ts';

/** Sorts after any time with the same prefix. */
const TIME_END = '9';
const TIME_DIGITS = 6;

/** Returns a test for values of this value representation; an empty key matches everything. */
export function matcher(vr: string, key: string): (value: unknown) => boolean {
  if (key === '' || key === '*') return () => true;
  if (vr === 'UI') {
    const wanted = key.split(/[\\,]/);
    return (value) => wanted.includes(String(value ?? ''));
  }
  if ((vr === 'DA' || vr === 'TM') && !/[*?]/.test(key)) return instantMatcher(vr, key);
  const isWild = /[*?]/.test(key);
  const pattern = wildcard(foldText(key));
  return (value) => {
    const text = foldText(value === null || value === undefined ? '' : String(value));
    return isWild ? pattern(text) : text === foldText(key);
  };
}

/** Matches one day or time, or a range. */
function instantMatcher(vr: 'DA' | 'TM', key: string): (value: unknown) => boolean {
  const plain = vr === 'DA' ? plainDates(key) : plainTime(key);
  const read = (value: unknown) => {
    if (typeof value !== 'string') return '';
    return vr === 'DA' ? plainDates(value) : plainTime(value);
  };
  if (!plain.includes('-')) return (value) => read(value) === plain;
  const [from = '', to = ''] = plain.split('-').map((end) => end.trim());
  const end = vr === 'TM' && to !== '' ? to.padEnd(TIME_DIGITS, TIME_END) : to;
  return (value) => {
    const instant = read(value);
    return instant !== '' && (from === '' || instant >= from) && (end === '' || instant <= end);
  };
}

/** Normalises dates and ranges to `YYYYMMDD`, from points (ACR-NEMA) or hyphens. */
export function plainDates(text: string): string {
  return text
    .trim()
    .replaceAll(/\b(\d{4})-(\d{2})-(\d{2})\b/g, '$1$2$3')
    .replaceAll(/\b(\d{4})\.(\d{2})\.(\d{2})\b/g, '$1$2$3');
}

function plainTime(text: string): string {
  return text.trim().replaceAll(':', '');
}

/** Supports `*` and `?`; backtracks at most once per star. */
function wildcard(pattern: string): (text: string) => boolean {
  return (text) => {
    let [at, in_, star, mark] = [0, 0, -1, 0];
    while (in_ < text.length) {
      if (pattern[at] === '*') {
        star = at;
        mark = in_;
        at += 1;
      } else if (pattern[at] === '?' || pattern[at] === text[in_]) {
        at += 1;
        in_ += 1;
      } else if (star >= 0) {
        at = star + 1;
        mark += 1;
        in_ = mark;
      } else return false;
    }
    while (pattern[at] === '*') at += 1;
    return at === pattern.length;
  };
}
