/**
 * Set-up of the specs: builds the interface if missing or outdated, and creates the vault that specs copy.
 * `SRVAULT_UI_DIR` names a build to use unchanged.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildRenderer } from '#scripts/build/build-renderer.ts';
import { askForLargePages } from '#test/support/large-pages.ts';
import { prepareVaults } from '#test/support/prepared-vault.ts';
import { FOUNDING, UI_DIR } from './ui-vault.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SOURCES = ['renderer', 'lib', 'transfer', 'sdk', 'docs/handbook'];

export default async function setUp(): Promise<() => void> {
  askForLargePages();
  await buildOnce();
  return prepareVaults([FOUNDING]);
}

async function buildOnce(): Promise<void> {
  const index = join(UI_DIR, 'index.html');
  if (process.env['SRVAULT_UI_DIR'] !== undefined) return;
  if (!existsSync(index) || newestSource() > statSync(index).mtimeMs) await buildRenderer();
}

function newestSource(): number {
  const files = SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}
