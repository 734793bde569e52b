/**
 * Makes thumbnail and preview of one file by its type; for DICOM also the header summary, with or without a picture;
 * for PDF the number of pages.
 */
import type { DicomHeader } from '#contract/drives/dicom.ts';
import type { MediaKind } from '#contract/drives/node.ts';
import {
  type EncapsulatedDocument,
  encapsulatedDocument,
  isEncapsulated,
  ShortDocumentError,
} from '#dicom/documents/encapsulated-document.ts';
import { framesOf, headerSummary } from '#dicom/header-summary.ts';
import { openDataset } from '#dicom/open-dataset.ts';
import { type DicomDataset, InflatedTooLargeError, NotDicomError } from '#dicom/read-dataset.ts';
import { hasWaveforms } from '#dicom/waveforms/waveform-groups.ts';
import { drawWaveform } from '#server/imaging/processing/decoders/draw-waveform.ts';
import { framePicture } from '#server/imaging/processing/decoders/frame-picture.ts';
import { toVariants } from '#server/imaging/processing/decoders/render-picture.ts';
import { ProcessingError } from '#server/imaging/processing/processing-error.ts';
import type { RenditionResult } from './sandbox-messages.ts';

const PDF = 'application/pdf';

export async function runPictures(file: Uint8Array, mediaKind: MediaKind): Promise<RenditionResult> {
  if (mediaKind === 'dicom') return picturesOfDicom(file);
  if (mediaKind === 'pdf') return picturesOfPdf(file);
  return { kind: 'pictures', header: null, ...(await toVariants(file)), error: null };
}

/** Loaded on demand: PDFium is large, and most sandboxes never see a PDF. */
async function picturesOfPdf(file: Uint8Array): Promise<RenditionResult> {
  const { readPdf } = await import('#server/imaging/processing/decoders/render-pdf-page.ts');
  const { picture, page_count } = await readPdf(file);
  return { kind: 'pictures', header: { page_count }, ...(await toVariants(picture)), error: null };
}

async function picturesOfDicom(file: Uint8Array): Promise<RenditionResult> {
  const dataset = openFile(file);
  const header = headerSummary(dataset);
  try {
    if (isEncapsulated(dataset)) return { ...(await picturesOfDocument(dataset, header)), error: null };
    const picture = isWaveform(dataset) ? drawWaveform(dataset) : await framePicture(dataset);
    return { kind: 'pictures', header, ...(await toVariants(picture)), error: null };
  } catch (error) {
    const code = error instanceof ProcessingError ? error.code : 'damaged';
    return { kind: 'pictures', header, thumbnail: null, preview: null, error: code };
  }
}

/** True for an object of waveforms alone: an angiogram may carry an ECG beside its pixels. */
function isWaveform(dataset: DicomDataset): boolean {
  return hasWaveforms(dataset) && framesOf(dataset) === 0;
}

/** The first page of an encapsulated PDF. @throws ProcessingError no_picture for any other document */
async function picturesOfDocument(dataset: DicomDataset, header: DicomHeader) {
  const document = documentOf(dataset);
  if (document?.mediaType !== PDF) throw new ProcessingError('no_picture');
  const { readPdf } = await import('#server/imaging/processing/decoders/render-pdf-page.ts');
  const { picture, page_count } = await readPdf(document.bytes);
  return { kind: 'pictures' as const, header: { ...header, page_count }, ...(await toVariants(picture)) };
}

/** @throws ProcessingError damaged */
export function documentOf(dataset: DicomDataset): EncapsulatedDocument | undefined {
  try {
    return encapsulatedDocument(dataset);
  } catch (error) {
    throw error instanceof ShortDocumentError ? new ProcessingError('damaged') : error;
  }
}

/** Opens a DICOM file. @throws ProcessingError damaged, too_large */
export function openFile(file: Uint8Array) {
  try {
    return openDataset(file);
  } catch (error) {
    if (error instanceof InflatedTooLargeError) throw new ProcessingError('too_large');
    if (error instanceof NotDicomError) throw new ProcessingError('damaged');
    throw error;
  }
}
