/** Formats counts and byte sizes by locale, with a no-break space before the unit. */
import { localeTag } from './locale-tag.ts';

const SIZE_PREFIXES = ['', 'k', 'M', 'G', 'T'] as const;
/** French counts bytes in octets. */
const byte = () => (localeTag() === 'fr' ? 'o' : 'B');

export function count(value: number): string {
  return new Intl.NumberFormat(localeTag()).format(value);
}

/** Formats `1.2 MB`: powers of 1,000, one decimal below ten. */
export function byteSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < SIZE_PREFIXES.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && value < 10 ? 1 : 0;
  const text = new Intl.NumberFormat(localeTag(), { maximumFractionDigits: digits }).format(value);
  return `${text} ${SIZE_PREFIXES[unit]}${byte()}`;
}

/** Formats `16 GiB`: a limit as it was set, in powers of 1,024. */
export function gibibytes(bytes: number): string {
  const text = new Intl.NumberFormat(localeTag(), { maximumFractionDigits: 1 }).format(bytes / 1024 ** 3);
  return `${text}\u00A0Gi${byte()}`;
}

export function percentText(share: number): string {
  return `${new Intl.NumberFormat(localeTag(), { maximumFractionDigits: 0 }).format(share * 100)} %`;
}

/** Formats a countdown as `0:27`. */
export function countdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Formats `11.2` and `−921.0`: always one decimal, with the minus sign as wide as a digit. */
export function oneDecimal(value: number): string {
  return decimals(value, 1);
}

export function decimals(value: number, places: number): string {
  const digits = { minimumFractionDigits: places, maximumFractionDigits: places };
  return new Intl.NumberFormat(localeTag(), digits).format(value).replace('-', '−');
}

/** Formats `−600`. */
export function wholeNumber(value: number): string {
  const format = new Intl.NumberFormat(localeTag(), { maximumFractionDigits: 0, useGrouping: false });
  return format.format(Math.round(value) || 0).replace('-', '−');
}
