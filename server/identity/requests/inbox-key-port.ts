import type { SecurityGroupId } from '#contract/ids.ts';

/** The public half of a group's inbox key, and the generation of the group key it comes from. */
export interface InboxKey {
  readonly generation: number;
  /** Public inbox key, 1216 bytes. */
  readonly publicKey: Uint8Array;
}

/** Finds the inbox key of a group. Undefined while no key can be proven: nothing is received then. */
export type FindInboxKey = (securityGroupId: SecurityGroupId) => InboxKey | undefined;
