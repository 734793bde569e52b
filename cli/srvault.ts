/** Entry point of the command line. `launcher.mjs` has checked the runtime. */
import { keepCompiled } from './compiled-code.ts';

keepCompiled(process.env);
// Only now: what is loaded before would be compiled at every start.
const { runProcess } = await import('./run-process.ts');
await runProcess();
