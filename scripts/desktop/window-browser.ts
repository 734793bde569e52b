/**
 * Opens the vault in an application window of an installed Chromium, Chrome or Edge, with the desktop's certificate.
 * Used if Electron is missing. Its profile is temporary; nothing is imported into the browser.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import tls from 'node:tls';
import { type BrowserContext, chromium, type Download, type Page } from 'playwright';
import { findChromium } from '#scripts/find-chromium.ts';
import { isExecutable } from '#scripts/testing/external-programs.ts';

const LINUX = ['microsoft-edge', 'microsoft-edge-stable', 'brave-browser'].map((name) =>
  join('/usr/bin', name),
);
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const WINDOWS = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
  const folder = process.env[name];
  if (folder === undefined) return [];
  return [
    join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
    join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
  ];
});

/** Returns a suitable browser; undefined without one. */
export function findWindowBrowser(): string | undefined {
  return findChromium() ?? [...LINUX, ...MAC, ...WINDOWS].find(isExecutable);
}

/**
 * A data URL, because Chromium opens no application window for `about:blank`. The vault's page follows once the
 * certificate is ready.
 */
const EMPTY_PAGE = 'data:text/html,<title>Sealed Records Vault</title>';

export interface AppWindow {
  readonly page: Page;
  /** Resolves when the person has closed it. */
  readonly closed: Promise<void>;
  readonly close: () => Promise<void>;
}

interface WindowPlace {
  readonly executablePath: string;
  /** Address of the served vault, without a final slash. */
  readonly url: string;
  /** Folder with `ca.crt` and the desktop's certificate and key. */
  readonly pkiDir: string;
  /** Whether the browser runs with its sandbox; false only in tests, which may run as root. */
  readonly sandbox?: boolean;
}

/** Opens the vault in an application window of the browser. @throws Error if the browser does not start. */
export async function openAppWindow({
  executablePath,
  url,
  pkiDir,
  sandbox = true,
}: WindowPlace): Promise<AppWindow> {
  const pki = (name: string) => join(pkiDir, name);
  trustAuthority(pki('ca.crt'));
  const profile = mkdtempSync(join(tmpdir(), 'srvault-window-'));
  const forget = () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  try {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      headless: false,
      chromiumSandbox: sandbox,
      clientCertificates: [{ origin: url, certPath: pki('desktop.crt'), keyPath: pki('desktop.key') }],
      // Application window without the infobars about automation and switches.
      args: [`--app=${EMPTY_PAGE}`, '--class=sealed-records-vault', '--test-type'],
      ignoreDefaultArgs: ['about:blank', '--enable-automation'],
      // Size, colours and motion follow the computer.
      ...{ viewport: null, colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null },
    });
    const closed = new Promise<void>((resolve) => context.once('close', () => resolve()));
    return {
      page: await show(context, url),
      closed: closed.then(forget),
      close: async () => {
        // Ignore errors, because the person may have closed it first.
        await context.close().catch(() => undefined);
        forget();
      },
    };
  } catch (error) {
    forget();
    throw error;
  }
}

async function show(context: BrowserContext, url: string): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  page.on('download', (download) => void keep(download).catch(() => undefined));
  page.once('close', () => void context.close().catch(() => undefined));
  await page.goto(`${url}/`);
  return page;
}

/** Copies a download, because the browser's driver would delete it with the window. */
async function keep(download: Download): Promise<void> {
  const { name, ext } = parse(download.suggestedFilename());
  const path = (number: number) =>
    join(homedir(), 'Downloads', `${name}${number === 1 ? '' : ` (${number})`}${ext}`);
  let number = 1;
  while (existsSync(path(number))) number += 1;
  await download.saveAs(path(number));
}

/**
 * Trusts the vault's authority in this process, so that the proxy between browser and vault accepts no other server.
 */
function trustAuthority(caFile: string): void {
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(caFile, 'utf8')]);
}
