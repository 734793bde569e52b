/** Midnight UTC is a day without a time. */
const MIDNIGHT = 'T00:00:00.000Z';

/** The start of an exam in DICOM notation, in this computer's time zone, as on the modality's clock. */
export function studyStart(instant: string): { readonly day: string; readonly time: string } {
  if (instant.endsWith(MIDNIGHT)) return { day: instant.slice(0, 10).replaceAll('-', ''), time: '' };
  const at = new Date(instant);
  const two = (number: number) => String(number).padStart(2, '0');
  return {
    day: `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`,
    time: two(at.getHours()) + two(at.getMinutes()) + two(at.getSeconds()),
  };
}
