/** What was received and waits for somebody to unlock: counts alone, for nobody can read more. */
import { type Static, Type } from 'typebox';
import { NullableString } from '#contract/nullable.ts';

export const InboxSchema = Type.Object({
  studies: Type.Integer(),
  images: Type.Integer(),
  /** Plaintext bytes. */
  bytes: Type.Integer(),
  last_received_at: NullableString,
});
export type Inbox = Static<typeof InboxSchema>;
