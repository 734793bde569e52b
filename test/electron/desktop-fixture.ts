/** Starts the real desktop program on a fresh folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type ElectronApplication, _electron as electron, type Page } from '@playwright/test';
import { buildAll } from '#scripts/build/build.ts';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { findElectron, whyNoDisplay } from '#scripts/desktop/electron-binary.ts';

/** Arguments of the start, for starting the same program again. */
export interface Launch {
  readonly executable: string;
  readonly args: readonly string[];
  readonly env: Record<string, string>;
}

export interface RealDesktop {
  readonly launch: Launch;
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly dataDir: string;
  readonly stateDir: string;
}

interface Fixtures {
  readonly folder: string;
  readonly start: () => Promise<RealDesktop>;
}

const executablePath = findElectron();

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'srvault-electron-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  start: async ({ folder }, use) => {
    const running: ElectronApplication[] = [];
    await buildAll();
    await use(async () => {
      const dataDir = join(folder, 'vault');
      const stateDir = join(folder, 'state');
      const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
      const launch: Launch = {
        executable: executablePath ?? '',
        args: [ROOT, `--data=${dataDir}`, '--port=0', ...(isRoot ? ['--no-sandbox'] : [])],
        env: { ...definedEnvironment(), SRVAULT_STATE_DIR: stateDir },
      };
      const { executable, args, env } = launch;
      const app = await electron.launch({ executablePath: executable, args: [...args], env });
      running.push(app);
      return { app, page: await app.firstWindow(), dataDir, stateDir, launch };
    });
    for (const app of running) await app.close().catch(() => undefined);
  },
});

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Skips all specs of a file if real Electron cannot run. */
export function needsElectron(): void {
  test.skip(executablePath === undefined, "Electron's binary is not on this machine");
  test.skip(whyNoDisplay() !== undefined, 'there is no display');
}

export { expect } from '@playwright/test';
