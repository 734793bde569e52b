/** What may stand as the code of a section, in a node's state and in `data-section-code`. */
const SECTION_CODE = /^[A-Za-z0-9.-]{1,40}$/;

/** The value when it is a code, else null. */
export function parseSectionCode(value: unknown): string | null {
  return typeof value === 'string' && SECTION_CODE.test(value) ? value : null;
}
