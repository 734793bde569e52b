/** Entry point of the command line. `launcher.mjs` has checked the runtime. */
import { startCompileCache } from './process/compile-cache.ts';

// Whatever was inherited: what is written without a mode of its own (compiled code, anchors) is nobody else's to change.
process.umask(process.umask() | 0o022);
startCompileCache(process.env);
// Only now: what is loaded before would be compiled at every start.
const { runProcess } = await import('./process/run-process.ts');
await runProcess();
