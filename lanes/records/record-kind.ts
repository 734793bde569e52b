/** One kind of fault that records must be free of, as a property over random cases and a plain model. */
export interface RecordKind {
  /** Named in what is found: `order of versions`. */
  readonly name: string;
  /** Runs this many random cases. @returns what did not hold, a line each, cut down to the smallest case. */
  readonly check: (
    cases: number,
    say: (text: string) => void,
    stop: AbortSignal,
  ) => Promise<readonly string[]>;
}
