/**
 * What the page shows for printing, as a tagged PDF, to a place chosen in the save dialog. It is the page's
 * own print layout, so paper and file cannot differ; nothing is written before the place is chosen.
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
