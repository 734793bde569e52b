/** Before the first test file of any lane: what the processes of tests, and those they start, are given. */
import { join } from 'node:path';
import { askForLargePages } from './large-pages.ts';

export default function setUp(): void {
  // The command line and the server start as processes of their own, hundreds of times: compiled once is enough.
  process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../node_modules/.cache/compiled');
  askForLargePages();
}
