/**
 * Schedules the saving of a draft: one second after the last edit, at most five seconds after the first
 * unsaved one. Never runs two saves at a time and retries a failed save every few seconds. Knows neither text
 * nor vault.
 * Source: clinician's reference, "Drafts".
 */
export const DRAFT_IDLE_MS = 1_000;
export const DRAFT_MAX_MS = 5_000;
export const DRAFT_RETRY_MS = 4_000;

export interface DraftAutosave {
  /** Called after each edit. */
  readonly markDirty: () => void;
  /** Saves unsaved edits at once, and waits for a save already running. */
  readonly flush: () => Promise<void>;
  /** Forgets unsaved edits after they were sealed or discarded. */
  readonly markClean: () => void;
  readonly isDirty: () => boolean;
  readonly stop: () => void;
}

/**
 * Creates the autosave. `save` saves the current text; when it throws, the edits count as unsaved again.
 * `whenIdle` delays a scheduled save until typing pauses; a flush never waits for it.
 */
export function createDraftAutosave(
  save: () => Promise<void>,
  whenIdle: (run: () => void) => void = (run) => run(),
): DraftAutosave {
  let dirtySince: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;
  /** Earliest time of the next try after a failure. */
  let notBefore = 0;

  function plan(): void {
    clearTimeout(timer);
    if (stopped || dirtySince === undefined) return;
    const untilMax = dirtySince + DRAFT_MAX_MS - Date.now();
    timer = setTimeout(
      () => {
        whenIdle(() => {
          if (!stopped && dirtySince !== undefined) run().catch(() => undefined);
        });
      },
      Math.max(0, notBefore - Date.now(), Math.min(DRAFT_IDLE_MS, untilMax)),
    );
  }

  async function run(): Promise<void> {
    clearTimeout(timer);
    if (running) {
      await running.catch(() => undefined);
      if (dirtySince === undefined) return;
    }
    const since = dirtySince;
    dirtySince = undefined;
    running = save();
    try {
      await running;
      notBefore = 0;
    } catch (error) {
      dirtySince ??= since ?? Date.now();
      notBefore = Date.now() + DRAFT_RETRY_MS;
      plan();
      throw error;
    } finally {
      running = undefined;
    }
  }

  return {
    markDirty: () => {
      dirtySince ??= Date.now();
      plan();
    },
    flush: async () => {
      if (dirtySince !== undefined) await run();
      else await running?.catch(() => undefined);
    },
    markClean: () => {
      dirtySince = undefined;
      clearTimeout(timer);
    },
    isDirty: () => dirtySince !== undefined || running !== undefined,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
