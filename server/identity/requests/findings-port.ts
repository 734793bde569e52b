import type { FindingCode } from '#contract/maintenance/findings.ts';

/**
 * The port through which services report problems of the vault. `server/integrity/findings` implements it,
 * `services.ts` connects it.
 */
export interface FindingsPort {
  /**
   * `id`: '' for the whole vault. Stored until resolved; reporting it again changes nothing. May be called inside or
   * outside a transaction.
   */
  readonly report: (code: FindingCode, id: string) => void;
  /** Removes a finding that was repaired or that a person dismissed. */
  readonly resolve: (code: FindingCode, id: string) => void;
}
