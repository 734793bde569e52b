/**
 * A lane is one kind of check that finds more the longer it runs: a bounded slice of it stands in `npm test`, all
 * of it in `npm run test:long`, and what it found in docs/evidence.md.
 */

export interface Lane {
  /** Of the command line, and of its row in docs/evidence.md. */
  readonly name: string;
  /** One sentence: what holds when nothing is found. */
  readonly proves: string;
  /** What is counted, plural; `--kills 200` sets how many. */
  readonly unit: string;
  /** How many in the long run unless told otherwise. */
  readonly times: number;
  /**
   * @param stop once it is told, what takes long begins nothing more and answers for what ran.
   * @param first seed of a lane that draws by seeds, 1 unless told: one that was ended goes on where it was.
   */
  readonly run: (
    times: number,
    say: (text: string) => void,
    stop: AbortSignal,
    first?: number,
  ) => Promise<LaneOutcome>;
}

export interface LaneOutcome {
  /** What really ran, counted: `200 kills, 5,210 answered writes`. */
  readonly ran: string;
  /** What did not hold, a line each; ids and numbers, never content. */
  readonly found: readonly string[];
  /** Why it could not run here; then nothing was looked at. */
  readonly skipped?: string;
}
