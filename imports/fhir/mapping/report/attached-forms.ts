/**
 * Attachments of a resource as files of its exam: what the report itself cannot hold, such as the PDF of a
 * `presentedForm`. The content stands in the attachment, or in a Binary of the same file.
 */
import { bytesOfBase64 } from '#exchange/fhir/base64.ts';
import { type Attachment, type FhirResource, isBinary } from '#imports/fhir/fhir-resources.ts';
import type { MappedFile } from '#imports/fhir/mapping/mapped-exam.ts';
import type { SourceFile } from '#imports/fhir/source/source-file.ts';

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
/** Of a title; with an extension and a number it stays below the 255 bytes of a name. */
const TITLE_MAX_CHARS = 60;

/** Lower case, without parameters; empty where the source says none. */
export function mediaType({ contentType }: Attachment): string {
  return (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

export interface AttachedData {
  readonly base64: string;
  /** The Binary that holds it. */
  readonly source_id?: string;
}

/** Undefined where the attachment only points elsewhere. */
export function attachedData(
  attachment: Attachment,
  file: SourceFile,
  container: FhirResource,
): AttachedData | undefined {
  if (attachment.data) return { base64: attachment.data };
  const found = file.resolve(attachment.url, container);
  if (found === undefined || !isBinary(found.resource) || !found.resource.data) return undefined;
  return { base64: found.resource.data, source_id: found.source_id };
}

/** @throws Error when the content is not base64. */
export function toFile(attachment: Attachment, base64: string, taken: ReadonlySet<string>): MappedFile {
  const mime_type = mediaType(attachment) || OTHER_TYPE;
  return {
    name: freeName(titleOf(attachment), EXTENSIONS[mime_type] ?? '', taken),
    mime_type,
    bytes: bytesOfBase64(base64),
  };
}

function titleOf({ title }: Attachment): string {
  // What a name may not hold: separators and control characters.
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
