/** A labelled value on paper. */
export interface PaperFact {
  readonly label: string;
  readonly value: string;
  readonly is_strong?: boolean;
  /** Text after the value, not bold. */
  readonly rest?: string;
}
