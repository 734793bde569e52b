/**
 * Saves the page's print layout as a tagged PDF at a chosen path. Paper and file cannot differ, because both use the
 * same layout. Nothing is written before a path is chosen.
 */

import { writeFile } from 'node:fs/promises';
import type { BrowserWindow } from 'electron';
import type { SaveOutcome } from '#main/preload/bridge.ts';
import { askWhere, OWNER_ONLY } from './save-file.ts';

export async function savePdf(window: BrowserWindow, suggestedName: string): Promise<SaveOutcome> {
  const path = await askWhere(window, suggestedName);
  if (path === undefined) return { outcome: 'canceled' };
  const pdf = await window.webContents.printToPDF({
    generateTaggedPDF: true,
    generateDocumentOutline: true,
    preferCSSPageSize: true,
    printBackground: true,
  });
  await writeFile(path, pdf, { mode: OWNER_ONLY });
  return { outcome: 'saved' };
}
