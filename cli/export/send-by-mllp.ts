/**
 * Sends one message by MLLP and waits for its acknowledgement; tries again where nobody answers, never where somebody
 * did. A receiver that got it twice knows it by its control id. Source: HL7, MLLP release 1.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { APIConnectionError, APIUserAbortError } from '#sdk/errors.ts';

export interface Acknowledgement {
  /** Taken, failed over the message, refused. The enhanced codes count as those. */
  readonly code: 'AA' | 'AE' | 'AR';
  /** What the receiver says about it. */
  readonly text: string;
}

interface Receiver {
  readonly host: string;
  readonly port: number;
}

const TRIES = 3;
const FIRST_PAUSE_MS = 500;
/** Without a byte from the receiver. */
const SILENCE_MS = 30_000;
const ACKNOWLEDGEMENT_MAX_BYTES = 65_536;
const START = '\u000b';
const END = '\u001c\r';
const CODES: Readonly<Record<string, Acknowledgement['code']>> = {
  ...{ AA: 'AA', CA: 'AA', AE: 'AE', CE: 'AE', AR: 'AR', CR: 'AR' },
};

/** @throws APIConnectionError when nobody answers, or not in HL7, or about another message */
export async function sendByMllp(
  receiver: Receiver,
  message: { readonly text: string; readonly control_id: string },
  signal: AbortSignal,
): Promise<Acknowledgement> {
  for (let tried = 1; ; tried += 1) {
    try {
      return acknowledgementOf(await exchange(receiver, message.text, signal), message.control_id);
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

/** What stands in the frame of the answer. */
async function exchange({ host, port }: Receiver, text: string, signal: AbortSignal): Promise<string> {
  const socket: Socket = connect({ host, port, signal });
  socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error('The receiver is silent.')));
  try {
    socket.write(`${START}${text}${END}`);
    const pieces: Buffer[] = [];
    let received = 0;
    for await (const piece of socket) {
      pieces.push(piece);
      received += piece.length;
      const answer = Buffer.concat(pieces).toString();
      if (answer.endsWith(END)) return answer.slice(answer.indexOf(START) + START.length, -END.length);
      if (received > ACKNOWLEDGEMENT_MAX_BYTES) break;
    }
    throw new Error('The receiver hung up, or did not answer in a frame.');
  } finally {
    socket.destroy();
  }
}

function acknowledgementOf(answer: string, controlId: string): Acknowledgement {
  const [, code = '', about, text = ''] =
    answer
      .split('\r')
      .find((segment) => segment.startsWith('MSA'))
      ?.split(answer.charAt('MSH'.length)) ?? [];
  const known = CODES[code];
  if (known === undefined || about !== controlId) throw new Error('The answer acknowledges something else.');
  return { code: known, text };
}
