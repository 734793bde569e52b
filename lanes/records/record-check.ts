/** Type of a record check: one kind of fault, tested as a property over random cases with a plain model. */
export interface RecordKind {
  /** Name in findings, as in `order of versions`. */
  readonly name: string;
  /** Runs this many random cases. @returns failures as lines, each reduced to the smallest case. */
  readonly check: (
    cases: number,
    say: (text: string) => void,
    stop: AbortSignal,
  ) => Promise<readonly string[]>;
}
