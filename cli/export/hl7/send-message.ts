import { setTimeout as pause } from 'node:timers/promises';
import { printable } from '#cli/terminal/table.ts';
import type { Acknowledgement } from '#contract/exchange/outbox.ts';
import type { Receiver } from '#contract/exchange/receivers.ts';
import { type MllpMessage, type MllpOptions, sendByMllp, UnreadAnswerError } from '#hl7/mllp.ts';
import { type RefusalCode, refusalOf } from '#hl7/mllp-connection.ts';
import { APIConnectionError, APIUserAbortError } from '#sdk/errors.ts';

const TRIES = 3;
const FIRST_PAUSE_MS = 500;
const REFUSALS: Readonly<Record<RefusalCode, string>> = {
  not_trusted: 'its certificate is not trusted or names another host; nothing was sent',
  not_admitted: 'it does not accept this computer; give a certificate with --cert-file and --key-file',
};

/** Error for a receiver that refuses by its certificate or ours, where a retry cannot help. */
class ReceiverRefusedError extends APIConnectionError {
  readonly refusal: RefusalCode;

  constructor(place: string, refusal: RefusalCode, cause: unknown) {
    super(`No acknowledgement from ${place}: ${REFUSALS[refusal]}.`, { cause, permanent: true });
    this.refusal = refusal;
  }
}

/**
 * Sends the message. Retries only while the receiver is unreachable, never after a response.
 * @throws ReceiverRefusedError
 * @throws APIConnectionError without a response, or if it is not HL7 or concerns another message
 */
export async function sendMessage(
  receiver: Receiver,
  message: MllpMessage,
  options: MllpOptions,
): Promise<Acknowledgement> {
  const { signal } = options;
  const place = `${receiver.host}:${receiver.port}`;
  for (let tried = 1; ; tried += 1) {
    try {
      return await sendByMllp(receiver, message, options);
    } catch (error) {
      if (signal.aborted) throw new APIUserAbortError();
      const refusal = refusalOf(error);
      if (refusal !== undefined) throw new ReceiverRefusedError(place, refusal, error);
      if (error instanceof UnreadAnswerError && tried === TRIES)
        throw new APIConnectionError(
          `${place} answered, but not with an acknowledgement of this message: ${printable(error.excerpt)}. Check address and port, or ask its administrator.`,
          { cause: error },
        );
      if (tried === TRIES)
        throw new APIConnectionError(
          `No acknowledgement from ${place}. Check address and port, then send again.`,
          { cause: error },
        );
    }
    await pause(FIRST_PAUSE_MS * 2 ** (tried - 1), undefined, { signal });
  }
}
