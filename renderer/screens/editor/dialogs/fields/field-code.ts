/** One word, with its system before a bar where its form does not tell it. */
const CODE = /^[^\s"<>]{0,200}$/;

/** Whether it can stand as a field's code; an empty one is none. */
export function isFieldCode(text: string): boolean {
  return CODE.test(text.trim());
}
