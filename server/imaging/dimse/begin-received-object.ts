/** Begins the intake of one object with its Part 10 head. */
import { part10Head } from '#dicom/part10-header.ts';

/** Object that is being received. */
export interface Incoming {
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly finish: () => Promise<unknown>;
  readonly discard: () => Promise<void>;
}

/**
 * The head is made first: a command may lack what it needs, and an intake that was begun keeps a file open until it is
 * discarded. Only a begun object reaches the caller, who discards it.
 */
export async function beginObject(
  begin: () => Promise<Incoming>,
  facts: Parameters<typeof part10Head>[0],
): Promise<Incoming> {
  const head = part10Head(facts);
  const incoming = await begin();
  try {
    await incoming.write(head);
  } catch (error) {
    await incoming.discard();
    throw error;
  }
  return incoming;
}
