/** Ends the process past the memory limit. A signal, because the main thread may be deep in a decoder. */
import { PROCESSING_MEMORY_MAX_BYTES } from '#contract/limits.ts';

const LOOK_EVERY_MS = 25;

setInterval(() => {
  if (process.memoryUsage.rss() > PROCESSING_MEMORY_MAX_BYTES) process.kill(process.pid, 'SIGKILL');
}, LOOK_EVERY_MS);
