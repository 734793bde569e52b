/** Pattern of a section code, in a node's state and in `data-section-code`. */
const SECTION_CODE = /^[A-Za-z0-9.-]{1,40}$/;

/** The value if it is a valid code, else null. */
export function parseSectionCode(value: unknown): string | null {
  return typeof value === 'string' && SECTION_CODE.test(value) ? value : null;
}
