/**
 * Drags a file out of the window. The operating system needs a path, so an unencrypted copy is written for the drag.
 * It is removed after a minute, at every lock, at exit, and at the next start after a crash. On Linux it is in the
 * user's run folder, which is memory; elsewhere in the shell folder. The desktop program makes no other unencrypted
 * copy unasked.
 */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { app, type WebContents } from 'electron';
import type { ForwardTarget } from '#main/host/forward-request.ts';
import type { SaveContentRequest } from '#main/preload/bridge.ts';
import { fetchContent, writeWhole } from './save-file.ts';

const KEPT_MS = 60_000;

export interface DragOut {
  /**
   * Starts to drag a file out of the window. @throws Error with a message for the person if the file cannot be
   * read.
   */
  readonly start: (
    contents: WebContents,
    target: ForwardTarget,
    request: SaveContentRequest,
  ) => Promise<void>;
  /** Removes every copy. */
  readonly clear: () => void;
}

/**
 * Creates the drag-out of files. @param folder for these copies only; copies of an earlier run are deleted at once.
 */
export function createDragOut(folder: string): DragOut {
  const clear = () => rmSync(folder, { recursive: true, force: true });
  clear();
  return {
    async start(contents, target, request) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const place = mkdtempSync(join(folder, 'drag-'));
      const file = join(place, request.suggested_name);
      await writeWhole(file, await fetchContent(target, request));
      setTimeout(() => rmSync(place, { recursive: true, force: true }), KEPT_MS).unref();
      contents.startDrag({ file, icon: await app.getFileIcon(file) });
    },
    clear,
  };
}
