/** Attached texts and bytes as FHIR carries them, without Node's Buffer: a page has none. */
const CHUNK_BYTES = 0x8000;

export function base64Of(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES));
  return btoa(text);
}
