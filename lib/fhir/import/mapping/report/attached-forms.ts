/**
 * Reads attachments of a resource, inline or from a Binary of the import. Content a report cannot include, such as the
 * PDF of a `presentedForm`, becomes a file of the exam.
 */
import { bytesOfBase64 } from '#fhir/export/base64.ts';
import { type Attachment, type FhirResource, isBinary } from '#fhir/import/fhir-resources.ts';
import type { MappedFile } from '#fhir/import/mapping/mapped-exam.ts';
import type { SourceFile } from '#fhir/import/source/source-file.ts';
import { charsetOfMarkup, type DecodedText, decodeText } from '#records/decoded-text.ts';

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'application/rtf': '.rtf',
  'application/xhtml+xml': '.html',
  'application/xml': '.xml',
  'application/json': '.json',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/tiff': '.tif',
  'text/html': '.html',
  'text/plain': '.txt',
  'text/rtf': '.rtf',
};
const OTHER_TYPE = 'application/octet-stream';
const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml', 'application/xhtml', 'application/html']);
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;
const DATA_URI = /^data:([^,]*?)(;base64)?,/i;
/** Title length in a file name; with extension and number it stays below 255 bytes. */
const TITLE_MAX_CHARS = 60;

export interface AttachedContent {
  readonly kind: 'content';
  readonly attachment: Attachment;
  /** Character set as declared. */
  readonly charset: string | undefined;
  /** Lower case, without parameters; detected from the bytes where undeclared. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** Address of the Binary with the content. */
  readonly address?: string | undefined;
  /** True when its encoding deviates from FHIR. */
  readonly isOdd: boolean;
}

export type ReadAttachment =
  | AttachedContent
  /** The attachment is only a URL. */
  | { readonly kind: 'elsewhere'; readonly attachment: Attachment }
  | { readonly kind: 'unreadable'; readonly attachment: Attachment; readonly address?: string | undefined };

/** Lower case, without parameters; empty where undeclared. */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

export function readAttachment(
  attachment: Attachment,
  file: SourceFile,
  container: FhirResource,
): ReadAttachment {
  const own = attachment.data || (attachment.url?.startsWith('data:') ? attachment.url : undefined);
  const found = own === undefined ? file.resolve(attachment.url, container) : undefined;
  const binary = found !== undefined && isBinary(found.resource) ? found.resource : undefined;
  const data = own ?? binary?.data;
  if (data === undefined || data === '') return { kind: 'elsewhere', attachment };
  const address = found?.address;
  try {
    const uri = DATA_URI.exec(data);
    const bytes = uri === null ? bytesOfBase64(data) : bytesOfDataUri(data.slice(uri[0].length), uri[2]);
    const types = [attachment.contentType, binary?.contentType, uri?.[1]];
    const contentType = types.find((type) => MEDIA_TYPE.test(mediaTypeOf(type)));
    const mediaType = contentType === undefined ? typeOfBytes(bytes) : mediaTypeOf(contentType);
    const isOdd = own === attachment.data && (uri !== null || /[-_]/.test(data));
    // The character set may be declared elsewhere than the type.
    const charset = types.map(charsetIn).find((name) => name !== undefined);
    return { kind: 'content', attachment, charset, mediaType, bytes, address, isOdd };
  } catch {
    return { kind: 'unreadable', attachment, address };
  }
}

export function isHtml({ mediaType }: AttachedContent): boolean {
  return HTML_TYPES.has(mediaType);
}

export function isText({ mediaType }: AttachedContent): boolean {
  return mediaType === 'text/plain';
}

/** Decodes an attachment as text; undefined where the bytes are not text in any charset. */
export function attachedText(content: AttachedContent): DecodedText | undefined {
  const { bytes, charset } = content;
  return decodeText(bytes, charset ?? (isHtml(content) ? charsetOfMarkup(bytes) : undefined));
}

function charsetIn(contentType: string | undefined): string | undefined {
  return /charset\s*=\s*["']?([^;"']+)/i.exec(contentType ?? '')?.[1];
}

export function toFile(
  { attachment, mediaType, bytes }: AttachedContent,
  taken: ReadonlySet<string>,
): MappedFile {
  const mime_type = mediaType || OTHER_TYPE;
  return { name: freeName(titleOf(attachment), EXTENSIONS[mime_type] ?? '', taken), mime_type, bytes };
}

/** File name: the title, else the media type. */
export function nameOf({ title, contentType }: Attachment): string {
  return `“${title?.trim() || mediaTypeOf(contentType) || 'without a title'}”`;
}

function bytesOfDataUri(content: string, isBase64: string | undefined): Uint8Array {
  const text = decodeURIComponent(content);
  return isBase64 === undefined ? new TextEncoder().encode(text) : bytesOfBase64(text);
}

function typeOfBytes(bytes: Uint8Array): string {
  const text = decodeText(bytes)?.text ?? new TextDecoder('windows-1252').decode(bytes.subarray(0, 8));
  if (text.startsWith('%PDF')) return 'application/pdf';
  if (text.startsWith('{\\rtf')) return 'text/rtf';
  if (decodeText(bytes) === undefined) return OTHER_TYPE;
  return /^\s*<(?:!doctype|html|head|body|div|p|h\d|table|\?xml)\b/i.test(text) ? 'text/html' : 'text/plain';
}

function titleOf({ title }: Attachment): string {
  // Removes separators and control characters, which names forbid.
  const cleaned = (title ?? '').replaceAll(/[/\\\p{Cc}]+/gu, ' ').trim();
  return cleaned.slice(0, TITLE_MAX_CHARS).trim() || 'Report';
}

function freeName(title: string, extension: string, taken: ReadonlySet<string>): string {
  const base =
    extension !== '' && title.toLowerCase().endsWith(extension) ? title.slice(0, -extension.length) : title;
  for (let number = 1; ; number += 1) {
    const name = `${base}${number === 1 ? '' : ` (${number})`}${extension}`;
    if (!taken.has(name)) return name;
  }
}
