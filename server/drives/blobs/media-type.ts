/**
 * Detects a file's type from its bytes. The sender's declared type counts only where the bytes have no signature, and
 * never makes a file a picture, PDF or DICOM that does not look like one.
 * Source: choices, "Drives", `mime_type` and `media_kind`.
 */
import { fileTypeFromBuffer } from 'file-type';
import type { MediaKind } from '#contract/drives/node.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { looksLikeDicom } from '#dicom/detect-dicom.ts';

export interface MediaType {
  readonly mime_type: string;
  readonly media_kind: MediaKind;
}

const MIME_TYPE =
  /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}(?:; ?[a-z0-9-]+=[\w.+-]+)*$/;
const UNKNOWN = 'application/octet-stream';
const TEXT_SNIFF_BYTES = 4096;
const TEXT_TYPES = new Set(['application/json', 'application/xml']);
const DOCUMENT_TYPES =
  /^application\/(msword|rtf|x-cfb|epub\+zip|vnd\.(ms-|openxmlformats-officedocument|oasis\.opendocument))/;

/** Parses a declared media type. @throws invalid_request when the text is no media type. */
export function parseMimeType(text: string): string {
  const mimeType = text.trim().toLowerCase();
  if (!MIME_TYPE.test(mimeType)) {
    throw new VaultError('invalid_request', 'mime_type must be a media type such as image/png.');
  }
  return mimeType;
}

/** `head`: start of the plaintext; `declared`: output of `parseMimeType`. */
export async function sniffMediaType(head: Uint8Array, declared: string | undefined): Promise<MediaType> {
  const detected = looksLikeDicom(head) ? 'application/dicom' : await signatureOf(head);
  if (detected !== undefined) return typed(detected);
  const isText = looksLikeText(head.subarray(0, TEXT_SNIFF_BYTES), head.length > TEXT_SNIFF_BYTES);
  const allowed: MediaKind = isText ? 'text' : 'other';
  if (declared !== undefined && kindOf(declared) === allowed) return typed(declared);
  return typed(isText ? 'text/plain' : UNKNOWN);
}

function typed(mimeType: string): MediaType {
  return { mime_type: mimeType, media_kind: kindOf(mimeType) };
}

function kindOf(mimeType: string): MediaKind {
  if (mimeType === 'application/dicom') return 'dicom';
  if (mimeType === 'application/pdf') return 'pdf';
  if (DOCUMENT_TYPES.test(mimeType)) return 'document';
  for (const kind of ['image', 'video', 'audio', 'text'] as const) {
    if (mimeType.startsWith(`${kind}/`)) return kind;
  }
  return TEXT_TYPES.has(mimeType) || mimeType.endsWith('+json') || mimeType.endsWith('+xml')
    ? 'text'
    : 'other';
}

async function signatureOf(head: Uint8Array): Promise<string | undefined> {
  try {
    return (await fileTypeFromBuffer(head))?.mime;
  } catch {
    // The detector follows structures of hostile input; a failure only means "unknown".
    return undefined;
  }
}

/** True for UTF-8 without control characters other than white space; a character truncated at the end is accepted. */
function looksLikeText(sample: Uint8Array, isCut: boolean): boolean {
  if (sample.length === 0) return false;
  for (const byte of sample) {
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d && byte !== 0x1b)
      return false;
    if (byte === 0x7f) return false;
  }
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: isCut });
    return true;
  } catch {
    return false;
  }
}
