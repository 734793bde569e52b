/** All mutants of the mutation lane: faults written by hand, each of which a test has to notice. */
import type { Mutant } from './mutant.ts';
import { AUDIT_MUTANTS } from './mutants/audit.ts';
import { CRYPTO_MUTANTS } from './mutants/crypto.ts';
import { DOCUMENT_MUTANTS } from './mutants/documents.ts';
import { SDK_MUTANTS } from './mutants/sdk.ts';
import { SESSION_MUTANTS } from './mutants/sessions.ts';
import { STATE_MUTANTS } from './mutants/state.ts';

export const MUTANTS: readonly Mutant[] = [
  ...CRYPTO_MUTANTS,
  ...DOCUMENT_MUTANTS,
  ...SESSION_MUTANTS,
  ...AUDIT_MUTANTS,
  ...SDK_MUTANTS,
  ...STATE_MUTANTS,
];
