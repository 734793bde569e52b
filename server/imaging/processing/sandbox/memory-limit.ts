/**
 * Ends the sandbox process when its memory exceeds the limit. By a signal, because the main thread may be busy in a
 * decoder.
 */
import { PROCESSING_MEMORY_MAX_BYTES } from '#contract/limits.ts';

const LOOK_EVERY_MS = 25;

setInterval(() => {
  if (process.memoryUsage.rss() > PROCESSING_MEMORY_MAX_BYTES) process.kill(process.pid, 'SIGKILL');
}, LOOK_EVERY_MS);
