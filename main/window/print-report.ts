/**
 * Prints one report, or writes it as a tagged PDF, from a hidden window that has no script, no network and
 * no way to the vault: its session knows one address, and that answers with the given document.
 */
import { BrowserWindow, type Session, session } from 'electron';
import type { PrintReportRequest, SaveOutcome } from '../preload/bridge.ts';
import { pagePreferences } from '../window.ts';
import { saveBytes } from './save-file.ts';

const PRINT_ORIGIN = 'app://print';
const PRINT_URL = `${PRINT_ORIGIN}/report`;
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

/** One session for all prints, in memory only; the main window's rules are put on it as on every other. */
export function createPrintSession(): Session {
  return session.fromPartition('print', { cache: false });
}

export async function printReport(
  parent: BrowserWindow,
  printSession: Session,
  { html, suggested_name, to }: PrintReportRequest,
): Promise<SaveOutcome> {
  printSession.protocol.handle('app', ({ url }) =>
    url === PRINT_URL
      ? new Response(html, {
          headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY },
        })
      : new Response(null, { status: 404 }),
  );
  const window = new BrowserWindow({
    show: false,
    webPreferences: { ...pagePreferences(printSession), javascript: false, devTools: false },
  });
  try {
    await window.loadURL(PRINT_URL);
    if (to === 'printer') return await sendToPrinter(window);
    const pdf = await window.webContents.printToPDF({
      generateTaggedPDF: true,
      generateDocumentOutline: true,
      preferCSSPageSize: true,
      printBackground: true,
    });
    return await saveBytes(parent, suggested_name, pdf);
  } finally {
    window.destroy();
    printSession.protocol.unhandle('app');
  }
}

function sendToPrinter(window: BrowserWindow): Promise<SaveOutcome> {
  return new Promise((resolve, reject) => {
    window.webContents.print({ silent: false, printBackground: true }, (success, reason) => {
      if (success) resolve({ outcome: 'saved' });
      else if (reason === 'Print job canceled') resolve({ outcome: 'canceled' });
      else reject(new Error('The report could not be printed.'));
    });
  });
}
