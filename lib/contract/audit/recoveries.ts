/** Who came in by what is kept for an emergency, as the signed membership list tells: nobody can take it out. */
import { type Static, Type } from 'typebox';
import { PrincipalIdSchema } from '#contract/ids.ts';
import { InstantSchema } from '#contract/instant.ts';

export const RECOVERIES_SHOWN_MAX = 100;

export const RecoverySchema = Type.Object({
  /** Number of the signed record, ascending. */
  seq: Type.Integer(),
  at: InstantSchema,
  /** Whose recovery key or shares were used; the notice bears that person's own signatures. */
  principal_id: PrincipalIdSchema,
  display_name: Type.String(),
});
export type Recovery = Static<typeof RecoverySchema>;

export const RecoveriesSchema = Type.Object({
  /** The newest hundred, newest first. */
  items: Type.Array(RecoverySchema),
  /** Of all there ever were. */
  total: Type.Integer(),
});
export type Recoveries = Static<typeof RecoveriesSchema>;
