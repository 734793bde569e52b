import type { FindingCode } from '#contract/maintenance/findings.ts';

/** Where a service says what it has found wrong. `server/integrity/findings` implements it, `services.ts` hands it over. */
export interface FindingsPort {
  /** `id`: '' for the vault as a whole. Kept until it is settled; saying it again changes nothing. Inside a transaction or outside. */
  readonly report: (code: FindingCode, id: string) => void;
  /** It no longer stands: repaired, or removed on somebody's word. */
  readonly resolve: (code: FindingCode, id: string) => void;
}
