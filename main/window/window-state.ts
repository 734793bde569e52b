/** Saves the window's position, and checks that it is still on a screen. */

import { join } from 'node:path';
import { type BrowserWindow, type Rectangle, screen } from 'electron';
import { readJsonFile, writeJsonFile } from '#main/system/json-file.ts';

export interface WindowState {
  readonly bounds: Partial<Rectangle> & Pick<Rectangle, 'width' | 'height'>;
  readonly isMaximized: boolean;
}

const DEFAULT_STATE: WindowState = { bounds: { width: 1280, height: 800 }, isMaximized: false };
/** Pixels of the title bar that must be on a screen for the window to be reachable. */
const VISIBLE_PX = 64;

const stateFile = (folder: string) => join(folder, 'window.json');

export function readWindowState(folder: string): WindowState {
  const content = readJsonFile(stateFile(folder));
  if (!isWindowState(content)) return DEFAULT_STATE;
  const { width, height } = content.bounds;
  return isOnScreen(content.bounds) ? content : { ...content, bounds: { width, height } };
}

export function saveWindowState(folder: string, window: BrowserWindow): void {
  const state: WindowState = { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() };
  writeJsonFile(stateFile(folder), state);
}

function isWindowState(value: unknown): value is WindowState & { bounds: Rectangle } {
  if (typeof value !== 'object' || value === null || !('bounds' in value) || !('isMaximized' in value)) {
    return false;
  }
  const bounds = new Map<string, unknown>(Object.entries(value.bounds ?? {}));
  return (
    typeof value.isMaximized === 'boolean' &&
    ['x', 'y', 'width', 'height'].every((name) => Number.isInteger(bounds.get(name)))
  );
}

function isOnScreen({ x, y, width }: Rectangle): boolean {
  return screen.getAllDisplays().some(({ workArea }) => {
    const overlap = Math.min(x + width, workArea.x + workArea.width) - Math.max(x, workArea.x);
    return overlap >= VISIBLE_PX && y >= workArea.y && y <= workArea.y + workArea.height - VISIBLE_PX;
  });
}
