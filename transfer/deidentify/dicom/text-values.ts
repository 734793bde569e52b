/** The values of a text, without what pads them. */
export function textValues(text: string): string[] {
  return text
    .replaceAll('\0', '')
    .split('\\')
    .map((value) => value.trim());
}
