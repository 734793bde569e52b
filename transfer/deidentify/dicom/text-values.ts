/** Splits a text into its values, without padding. */
export function textValues(text: string): string[] {
  return text
    .replaceAll('\0', '')
    .split('\\')
    .map((value) => value.trim());
}
