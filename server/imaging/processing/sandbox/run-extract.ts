/** Reads the text or the encapsulated document out of one DICOM file. */
import { objectText } from '#dicom/documents/object-text.ts';
import { TextTooLongError } from '#dicom/documents/text-lines.ts';
import { ProcessingError } from '#server/imaging/processing/processing-error.ts';
import { documentOf, openFile } from './run-pictures.ts';
import type { DocumentResult, TextResult } from './sandbox-messages.ts';

/** Longest text; a longer one could not be read anyway. */
const TEXT_MAX_CHARS = 8 * 1024 * 1024;

/** Text of a report, a waveform or another object without pictures; null for all others. @throws ProcessingError */
export function runText(file: Uint8Array): TextResult {
  const dataset = openFile(file);
  try {
    const text = objectText(dataset, TEXT_MAX_CHARS);
    // A shortened report could read as a complete one.
    if (text !== undefined && !dataset.isWhole) throw new ProcessingError('damaged');
    return { kind: 'text', text: text === undefined ? null : new TextEncoder().encode(text), error: null };
  } catch (error) {
    throw error instanceof TextTooLongError ? new ProcessingError('too_large') : error;
  }
}

/**
 * The encapsulated document: where it is in the file, or its bytes where the file is deflated.
 * @throws ProcessingError
 */
export function runDocument(file: Uint8Array): DocumentResult {
  const found = documentOf(openFile(file));
  if (found === undefined) return { kind: 'document', document: null, error: null };
  const { bytes, mediaType, ending } = found;
  const isInFile = bytes.buffer === file.buffer;
  return {
    kind: 'document',
    document: {
      media_type: mediaType,
      ending,
      size: bytes.length,
      start: isInFile ? bytes.byteOffset - file.byteOffset : null,
      data: isInFile ? null : Uint8Array.from(bytes),
    },
    error: null,
  };
}
