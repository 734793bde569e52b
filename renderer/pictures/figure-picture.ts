/** Decodes and renders the picture of a figure as a blob URL, revoked when the vault locks. */
import { shadingOf } from '#dicom/picture/voi-lut.ts';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import type { PictureMeta } from '#report/state/picture-meta.ts';
import type { DicomFrame } from '#sdk/index.ts';
import { displaySize } from './display-size.ts';
import { loadFrame } from './frame-store.ts';
import { shadedCanvas } from './windowing.ts';

const addresses = new Set<string>();

onWipe(() => {
  for (const address of addresses) URL.revokeObjectURL(address);
  addresses.clear();
});

/** Draws over a picture with square pixels. */
export type DrawOver = (canvas: HTMLCanvasElement, frame: DicomFrame) => HTMLCanvasElement;

function shapedCanvas(canvas: HTMLCanvasElement, frame: DicomFrame): HTMLCanvasElement {
  const { width, height } = displaySize(frame);
  if (width === canvas.width && height === canvas.height) return canvas;
  const shaped = document.createElement('canvas');
  shaped.width = width;
  shaped.height = height;
  shaped.getContext('2d')?.drawImage(canvas, 0, 0, width, height);
  return shaped;
}

/**
 * Renders a frame with its window and marks.
 * @returns a blob URL, revoked when the vault locks; revoke it earlier if it is no longer shown
 * @throws VaultApiError if the file is missing or has no picture
 */
export async function figurePicture(
  security_group_id: string,
  { node_id, frame: n, window }: PictureMeta,
  drawOver: DrawOver = (canvas) => canvas,
): Promise<string> {
  const frame = await loadFrame({ security_group_id }, { node_id, n });
  const canvas = drawOver(shapedCanvas(shadedCanvas(frame, shadingOf(frame, window)), frame), frame);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  const address = URL.createObjectURL(blob ?? new Blob());
  addresses.add(address);
  return address;
}
