/**
 * One message by MLLP and its acknowledgement. A receiver that gets it twice knows it by its control id.
 * Source: HL7, MLLP release 1; HL7 v2.5.1, 2.9.
 */
import type { Acknowledgement } from '#contract/exchange/outbox.ts';
import type { Receiver } from '#contract/exchange/receivers.ts';
import { type ClientIdentity, connectTo } from './mllp-connection.ts';

export interface MllpMessage {
  readonly text: string;
  /** MSH-10. */
  readonly control_id: string;
}

export interface MllpOptions {
  readonly signal: AbortSignal;
  /** Without a byte from the receiver; 30,000 unless given. */
  readonly silenceMs?: number;
  /** For a receiver that asks by TLS who this is. */
  readonly identity?: ClientIdentity | undefined;
}

const SILENCE_MS = 30_000;
const ACKNOWLEDGEMENT_MAX_BYTES = 65_536;
const START = '\u000b';
const END = '\u001c\r';
const CODES: Readonly<Record<string, Acknowledgement['code']>> = {
  ...{ AA: 'AA', CA: 'AA', AE: 'AE', CE: 'AE', AR: 'AR', CR: 'AR' },
};

/** @throws ReceiverRefusal or an error `refusalOf` knows over a certificate; when nobody answers, or not in HL7, or about another message; when the signal is aborted */
export async function sendByMllp(
  receiver: Receiver,
  { text, control_id }: MllpMessage,
  options: MllpOptions,
): Promise<Acknowledgement> {
  return acknowledgementOf(await answerTo(receiver, text, options), control_id);
}

/** What stands in the frame of the answer. */
async function answerTo(receiver: Receiver, text: string, options: MllpOptions): Promise<string> {
  const { signal, silenceMs = SILENCE_MS, identity } = options;
  const socket = await connectTo(receiver, identity, { signal, silenceMs });
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
