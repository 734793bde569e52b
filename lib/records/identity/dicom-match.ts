/** The matching of QIDO-RS and C-FIND: single values, lists of UIDs, wild cards, ranges of dates and times. Source: DICOM PS3.4 C.2.2.2. */
import { foldText } from '#records/folded-text.ts';

/** Later than any time that begins alike. */
const TIME_END = '9';
const TIME_DIGITS = 6;

/** Whether a value matches a key of this value representation; an empty key matches everything. */
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

/** One day or time, or a range of them. */
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

/** `YYYYMMDD`, and ranges of it, of what is also written with points, as ACR-NEMA did, or with hyphens, as people do. */
export function plainDates(text: string): string {
  return text
    .trim()
    .replaceAll(/\b(\d{4})-(\d{2})-(\d{2})\b/g, '$1$2$3')
    .replaceAll(/\b(\d{4})\.(\d{2})\.(\d{2})\b/g, '$1$2$3');
}

function plainTime(text: string): string {
  return text.trim().replaceAll(':', '');
}

/** `*` and `?` alone mean something; matched without going back more than once for each star. */
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
