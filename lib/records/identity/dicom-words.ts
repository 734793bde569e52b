/** Names and days of a DICOM file, for reading. */

/** Formats `CompressedSamples^CT1` for reading. */
export function personName(name: string | null): string {
  const [family = '', given = '', middle = ''] = (name?.split('=')[0] ?? '').split('^');
  const rest = [given, middle].filter((part) => part.trim() !== '').join(' ');
  return [family, rest].filter((part) => part.trim() !== '').join(', ');
}

/** Converts `20260512` or `2026.05.12` to midnight UTC of that day, a day without a time; undefined if it is no day. */
export function dicomDay(day: string | null): string | undefined {
  const parts = /^(\d{4})\.?(\d{2})\.?(\d{2})$/.exec(day?.trim() ?? '');
  return parts ? `${parts[1]}-${parts[2]}-${parts[3]}T00:00:00.000Z` : undefined;
}
