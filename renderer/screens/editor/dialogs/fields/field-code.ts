/**
 * Parses and formats the code of a field: one word, preceded by its system and a bar where the form does not
 * imply it.
 */
const CODE = /^[^\s"<>]{0,200}$/;

/** Returns true if the text is a valid code; an empty one means no code. */
export function isFieldCode(text: string): boolean {
  return CODE.test(text.trim());
}
