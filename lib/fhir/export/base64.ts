/** Encodes and decodes Base64 attachments of FHIR without Node's Buffer, which pages lack. */
const CHUNK_BYTES = 0x8000;

export function base64Of(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES));
  return btoa(text);
}

/**
 * Decodes Base64.
 * @param base64 may use URL-safe letters, which some servers write. @throws Error when it is neither.
 */
export function bytesOfBase64(base64: string): Uint8Array {
  try {
    const text = atob(base64.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
    return bytes;
  } catch {
    throw new Error('An attached text of this resource is not base64.');
  }
}
