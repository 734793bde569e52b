/** Opens real Chromium with the vault's client certificate, and unlocks. */
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { PASSPHRASE } from '#lanes/bench/bench-client.ts';
import { findOrInstallChromium } from '#scripts/find-chromium.ts';

export interface Place {
  readonly url: string;
  readonly dataDir: string;
}

interface BrowserOptions {
  /** True to paint without waiting for the display's refresh. */
  readonly uncapped?: boolean;
}

export async function openBrowser({ uncapped = false }: BrowserOptions = {}): Promise<Browser> {
  const executablePath = findOrInstallChromium();
  if (!executablePath) throw new Error('No Chromium is on this machine and none could be installed.');
  const args = uncapped ? ['--disable-frame-rate-limit', '--disable-gpu-vsync'] : [];
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  return chromium.launch({ executablePath, args });
}

/** Opens a window with the desktop's certificate and an empty cache. */
export async function openPage(browser: Browser, { url, dataDir }: Place): Promise<Page> {
  const pki = (name: string): string => join(dataDir, 'pki', name);
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    baseURL: url,
    ignoreHTTPSErrors: true,
    clientCertificates: [{ origin: url, certPath: pki('desktop.crt'), keyPath: pki('desktop.key') }],
  });
  return context.newPage();
}

export async function unlock(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Passphrase' }).fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Worklist' }).waitFor();
}

/** Opens a route of the unlocked vault, as in `exams/{id}`. */
export async function goTo(page: Page, route: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/${route}`);
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
