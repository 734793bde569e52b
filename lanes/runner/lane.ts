/**
 * Type of a lane: a check that finds more the longer it runs. `npm test` runs a bounded part, `npm run test:long` all
 * of it; docs/evidence.md has the results.
 */

export interface Lane {
  /** Name on the command line and in docs/evidence.md. */
  readonly name: string;
  /** Sentence that is proved if nothing is found. */
  readonly proves: string;
  /** Plural unit of the count; `--kills 200` sets the number. */
  readonly unit: string;
  /** Default number of units in the long run. */
  readonly times: number;
  /**
   * @param stop ends a long lane early; it reports what it ran.
   * @param first seed of a lane that uses seeds, 1 by default, so that an ended run can be resumed.
   */
  readonly run: (
    times: number,
    say: (text: string) => void,
    stop: AbortSignal,
    first?: number,
  ) => Promise<LaneOutcome>;
}

export interface LaneOutcome {
  /** Counted work, as in `200 kills, 5,210 answered writes`. */
  readonly ran: string;
  /** Failures as lines of ids and numbers, never content. */
  readonly found: readonly string[];
  /** Reason why the lane could not run. */
  readonly skipped?: string;
}
