/** Saves a file from the vault to disk: small ones at once, large ones streamed into a chosen file. */
import type { DriveNode } from '#contract/drives/node.ts';
import type { DesktopBridge, SaveContentRequest } from '#main/preload/bridge.ts';
import { desktopBridge } from '#renderer/api/desktop-bridge.ts';
import { vault } from '#renderer/api/vault-client.ts';

/** Largest file read into memory; larger ones are streamed. */
export const IN_MEMORY_MAX_BYTES = 64 * 1024 * 1024;

interface SavePicker {
  showSaveFilePicker(options: { suggestedName: string }): Promise<FileSystemFileHandle>;
}

function hasSavePicker(target: object): target is SavePicker {
  return 'showSaveFilePicker' in target;
}

/** Returns false if the person cancelled the dialog. */
export async function saveFile(node: DriveNode): Promise<boolean> {
  const name = node.name ?? node.node_id;
  const desktop = desktopBridge();
  if (desktop) return saveInDesktop(desktop, node, name);
  return saveStream(name, typeOf(node), node.size ?? 0, () =>
    vault().drive(node.security_group_id).download(node.node_id),
  );
}

/**
 * Saves a stream to a file, returning false if the person cancelled the dialog. @param size approximate number of
 * bytes.
 */
export async function saveStream(
  name: string,
  type: string,
  size: number,
  open: () => Promise<AsyncIterable<Uint8Array>>,
): Promise<boolean> {
  if (size <= IN_MEMORY_MAX_BYTES || !hasSavePicker(window)) {
    saveBlob(await blobOf(await open(), type), name);
    return true;
  }
  const handle = await window.showSaveFilePicker({ suggestedName: name }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    throw error;
  });
  if (!handle) return false;
  const target = await handle.createWritable();
  for await (const piece of await open()) await target.write(new Uint8Array(piece));
  await target.close();
  return true;
}

/**
 * The desktop program streams the file to the place chosen in its own dialog, so the page never has its
 * content.
 */
async function saveInDesktop(desktop: DesktopBridge, node: DriveNode, name: string): Promise<boolean> {
  const { outcome } = await desktop.saveContent(desktopRequest(node, name));
  return outcome === 'saved';
}

/** Builds the request by which the desktop program reads a file. */
export function desktopRequest(node: DriveNode, name: string): SaveContentRequest {
  return {
    security_group_id: node.security_group_id,
    node_id: node.node_id,
    suggested_name: name,
    authorization: `Bearer ${vault().session.token() ?? ''}`,
  };
}

/** Reads the whole file as a Blob with the media type the vault detected. */
export async function readBlob(node: DriveNode, signal?: AbortSignal): Promise<Blob> {
  const options = signal ? { signal } : {};
  const download = await vault().drive(node.security_group_id).download(node.node_id, options);
  return blobOf(download, typeOf(node));
}

function typeOf({ mime_type }: DriveNode): string {
  return mime_type ?? 'application/octet-stream';
}

async function blobOf(stream: AsyncIterable<Uint8Array>, type: string): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of stream) pieces.push(new Uint8Array(piece));
  return new Blob(pieces, { type });
}

/** Starts the browser's download of a Blob. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then the download has its own reference to the Blob.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
