/** The bytes of an attachment, without Node's Buffer: a page has none. @throws Error when it is not base64. */
export function bytesOfBase64(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    throw new Error('An attached text of this resource is not base64.');
  }
}
