/** The bytes of an attachment, without Node's Buffer: a page has none. @throws Error when it is not base64. */
export function bytesOfBase64(base64: string): Uint8Array {
  try {
    const text = atob(base64);
    const bytes = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
    return bytes;
  } catch {
    throw new Error('An attached text of this resource is not base64.');
  }
}
