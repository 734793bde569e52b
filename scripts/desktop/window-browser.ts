/**
 * The window where Electron is missing: a Chromium, Chrome or Edge of this computer as an application window, with the
 * desktop's certificate presented for it. Its profile lives as long as the window; nothing is imported anywhere.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import tls from 'node:tls';
import { type BrowserContext, chromium, type Download, type Page } from 'playwright';
import { findChromium } from '#scripts/find-chromium.ts';
import { isExecutable } from '#scripts/testing/programs.ts';

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

/** A browser that can show an application window; undefined where there is none. */
export function findWindowBrowser(): string | undefined {
  return findChromium() ?? [...LINUX, ...MAC, ...WINDOWS].find(isExecutable);
}

/** Chromium makes no application window of `about:blank`; the certificate is ready once the window is. */
const EMPTY_PAGE = 'data:text/html,<title>Sealed Records Vault</title>';

export interface AppWindow {
  readonly page: Page;
  /** Resolves when the person has closed it. */
  readonly closed: Promise<void>;
  readonly close: () => Promise<void>;
}

interface WindowPlace {
  readonly executablePath: string;
  /** Of the served vault, without a slash at the end. */
  readonly url: string;
  /** With `ca.crt` and the desktop's certificate and key. */
  readonly pkiDir: string;
  /** Off only for tests, which may run as root. */
  readonly sandbox?: boolean;
}

/** @throws Error when the browser does not start. */
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
      // One window, an application's, without the bars that name the program driving it and its switches.
      args: [`--app=${EMPTY_PAGE}`, '--class=sealed-records-vault', '--test-type'],
      ignoreDefaultArgs: ['about:blank', '--enable-automation'],
      // Size, colours and motion are those of the computer.
      ...{ viewport: null, colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null },
    });
    const closed = new Promise<void>((resolve) => context.once('close', () => resolve()));
    return {
      page: await show(context, url),
      closed: closed.then(forget),
      close: async () => {
        // Its person may have been faster.
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

/** The browser's driver would throw a download away with the window. */
async function keep(download: Download): Promise<void> {
  const { name, ext } = parse(download.suggestedFilename());
  const path = (number: number) =>
    join(homedir(), 'Downloads', `${name}${number === 1 ? '' : ` (${number})`}${ext}`);
  let number = 1;
  while (existsSync(path(number))) number += 1;
  await download.saveAs(path(number));
}

/** What stands between browser and vault, in this process, then takes nobody else for the vault. */
function trustAuthority(caFile: string): void {
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(caFile, 'utf8')]);
}
