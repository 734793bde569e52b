/** The specs drive the built interface; it is built when it is missing, or always with `SRVAULT_UI_BUILD=1`. */
import { existsSync } from 'node:fs';
import { buildRenderer } from '#scripts/build-renderer.ts';
import { UI_DIR } from './ui-vault.ts';

export default async function buildOnce(): Promise<void> {
  if (process.env['SRVAULT_UI_BUILD'] === '1' || !existsSync(`${UI_DIR}/index.html`)) await buildRenderer();
}
