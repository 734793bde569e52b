/** A progress bar on stderr, drawn only where somebody looks at it, in place and without colours. */
import type { CliContext } from '#cli/context.ts';

export interface ProgressBar {
  readonly update: (done: number, total: number | undefined) => void;
  /** Takes the bar off the screen. */
  readonly clear: () => void;
}

const BAR_CHARS = 30;
const REDRAW_MS = 100;

export function createProgressBar(context: CliContext, label: string): ProgressBar {
  if (!context.isInteractive) return { update: () => {}, clear: () => {} };
  let drawnAt = 0;
  return {
    update: (done, total) => {
      const now = Date.now();
      if (now - drawnAt < REDRAW_MS && done !== total) return;
      drawnAt = now;
      context.stderr(`\r\u001B[K${label} ${total ? barOf(done / total) : String(done)}`);
    },
    clear: () => context.stderr('\r\u001B[K'),
  };
}

function barOf(fraction: number): string {
  const filled = Math.min(BAR_CHARS, Math.round(fraction * BAR_CHARS));
  const percent = Math.min(100, Math.floor(fraction * 100));
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_CHARS - filled)}] ${percent} %`;
}
