/** Counts of received objects that wait for an unlock; nothing else can be read while locked. */
import { type Static, Type } from 'typebox';
import { NullableString } from '#contract/nullable-schemas.ts';

export const InboxSchema = Type.Object({
  studies: Type.Integer(),
  images: Type.Integer(),
  /** Size of the waiting objects in plaintext bytes. */
  bytes: Type.Integer(),
  last_received_at: NullableString,
});
export type Inbox = Static<typeof InboxSchema>;
