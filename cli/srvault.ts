/** Entry point of the command line; `launcher.mjs` has checked the runtime. */
import { startCompileCache } from './process/compile-cache.ts';

// Set a strict umask, so that files without explicit permissions (compiled code, anchors) cannot be changed by
// others.
process.umask(process.umask() | 0o022);
startCompileCache(process.env);
// Imported after enabling the compile cache, because earlier modules would be compiled at every start.
const { runProcess } = await import('./process/run-process.ts');
await runProcess();
