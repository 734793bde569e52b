/**
 * Dragging a file out of the window. The operating system takes a path, so the file is written for the drag
 * and removed again: a minute later, at every lock, at the end, and at the next start if the program was
 * killed. On Linux it lies in the user's run folder, which is memory; elsewhere in the shell folder. It is the
 * one plain copy the desktop makes, and only of what its person drags out.
 */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { app, type WebContents } from 'electron';
import type { ForwardTarget } from '#main/host/forward-request.ts';
import type { SaveContentRequest } from '#main/preload/bridge.ts';
import { fetchContent, writeWhole } from './save-file.ts';

const KEPT_MS = 60_000;

export interface DragOut {
  /** @throws Error with words for the person when the file cannot be read. */
  readonly start: (
    contents: WebContents,
    target: ForwardTarget,
    request: SaveContentRequest,
  ) => Promise<void>;
  /** Removes every copy. */
  readonly clear: () => void;
}

/** @param folder for the copies alone; what an earlier run left there goes at once. */
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
