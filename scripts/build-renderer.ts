/** Builds the interface into `dist/renderer`. */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const configFile = fileURLToPath(new URL('../renderer/vite.config.ts', import.meta.url));

export async function buildRenderer(): Promise<void> {
  await build({ configFile, logLevel: 'warn' });
}

if (import.meta.main) await buildRenderer();
