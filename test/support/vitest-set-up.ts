/** Vitest set-up of every lane: environment of test processes and their children. */
import { join } from 'node:path';
import { askForLargePages } from './large-pages.ts';

export default function setUp(): void {
  // Compile cache for the many started processes.
  process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../node_modules/.cache/compiled');
  askForLargePages();
}
