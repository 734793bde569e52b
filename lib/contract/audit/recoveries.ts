/** Wire types for unlocks by recovery key or shares, from the signed membership list, where they are permanent. */
import { type Static, Type } from 'typebox';
import { PrincipalIdSchema } from '#contract/ids.ts';
import { InstantSchema } from '#contract/instant.ts';

export const RECOVERIES_SHOWN_MAX = 100;

export const RecoverySchema = Type.Object({
  /** Number of the signed record, ascending. */
  seq: Type.Integer(),
  at: InstantSchema,
  /** The person whose recovery key or shares were used; the notice has that person's own signatures. */
  principal_id: PrincipalIdSchema,
  display_name: Type.String(),
});
export type Recovery = Static<typeof RecoverySchema>;

export const RecoveriesSchema = Type.Object({
  /** Notices of unlocks by recovery key, the newest hundred, newest first. */
  items: Type.Array(RecoverySchema),
  /** Number of all notices ever recorded. */
  total: Type.Integer(),
});
export type Recoveries = Static<typeof RecoveriesSchema>;
