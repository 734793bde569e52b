/** Decodes and renders test files as the sandbox does. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { headerSummary } from '#dicom/header-summary.ts';
import { openDataset } from '#dicom/open-dataset.ts';
import { decodeFrame } from '#server/imaging/processing/dicom/decode-frame.ts';
import { pixelFormat } from '#server/imaging/processing/dicom/pixel-format.ts';
import { renderFrame, voiOf } from '#server/imaging/processing/dicom/windowing.ts';

const CASES = join(import.meta.dirname, '..', '..', '..', '..', 'fixtures', 'dicom', 'cases');

/** Reads the file whose name starts with `name`. */
export function readCase(name: string): Uint8Array {
  const file = readdirSync(CASES).find((each) => each.startsWith(name));
  if (file === undefined) throw new Error(`There is no case ${name}.`);
  return readFileSync(join(CASES, file));
}

/** @param frame from 0. */
export async function decoded(file: Uint8Array, frame = 0) {
  const dataset = openDataset(file);
  const made = await decodeFrame(dataset, pixelFormat(dataset), frame);
  return { ...made, voi: voiOf(dataset, made), greys: renderFrame(dataset, made) };
}

export const headerOf = (file: Uint8Array) => headerSummary(openDataset(file));
