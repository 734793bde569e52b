import { setTimeout as pause } from 'node:timers/promises';
import type { Acknowledgement } from '#contract/exchange/outbox.ts';
import type { Receiver } from '#contract/exchange/receivers.ts';
import { type MllpMessage, sendByMllp } from '#exchange/hl7/mllp.ts';
import { APIConnectionError, APIUserAbortError } from '#sdk/errors.ts';

const TRIES = 3;
const FIRST_PAUSE_MS = 500;

/**
 * Tries again where nobody answers, never where somebody did.
 * @throws APIConnectionError when nobody answers, or not in HL7, or about another message
 */
export async function sendNow(
  receiver: Receiver,
  message: MllpMessage,
  signal: AbortSignal,
): Promise<Acknowledgement> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await sendByMllp(receiver, message, { signal });
    } catch (error) {
      if (signal.aborted) throw new APIUserAbortError();
      if (tried === TRIES)
        throw new APIConnectionError(`No acknowledgement from ${receiver.host}:${receiver.port}.`, {
          cause: error,
        });
    }
    await pause(FIRST_PAUSE_MS * 2 ** (tried - 1), undefined, { signal });
  }
}
