/** The picture of a figure, decoded and shaded for a page to show: an address of its own, gone when the vault locks. */
import { shadingOf } from '#dicom/greys.ts';
import { onWipe } from '#renderer/state/lock-hooks.ts';
import type { PictureMeta } from '#report/state/picture-meta.ts';
import { loadFrame } from './frame-store.ts';
import { shadedCanvas } from './shading.ts';

const addresses = new Set<string>();

onWipe(() => {
  for (const address of addresses) URL.revokeObjectURL(address);
  addresses.clear();
});

/** @throws VaultApiError where the file is gone or has no picture */
export async function figurePicture(
  security_group_id: string,
  { node_id, frame: n, window }: PictureMeta,
): Promise<string> {
  const frame = await loadFrame({ security_group_id }, { node_id, n });
  const canvas = shadedCanvas(frame, shadingOf(frame, window));
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  const address = URL.createObjectURL(blob ?? new Blob());
  addresses.add(address);
  return address;
}
