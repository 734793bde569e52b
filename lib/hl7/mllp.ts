/**
 * Sends one message by MLLP and waits for its acknowledgement. A receiver recognises a repetition by its control id.
 * Source: HL7, MLLP release 1; HL7 v2.5.1, 2.9.
 */
import type { Socket } from 'node:net';
import type { Acknowledgement } from '#contract/exchange/outbox.ts';
import type { Receiver } from '#contract/exchange/receivers.ts';
import { excerptOf, type ReadAcknowledgement, readAcknowledgement } from './acknowledgement.ts';
import { type ClientIdentity, connectTo } from './mllp-connection.ts';
import { createFrameReader } from './mllp-frames.ts';

export interface MllpMessage {
  readonly text: string;
  /** Control id of the message (MSH-10). */
  readonly control_id: string;
}

export interface MllpOptions {
  readonly signal: AbortSignal;
  /** Timeout without any byte from the receiver; default 30,000. */
  readonly silenceMs?: number;
  /** Timeout for the whole exchange, whatever the receiver sends meanwhile; default 600,000. */
  readonly answerMaxMs?: number;
  /** Wait after a commit acknowledgement or an unreadable response; default 5,000. */
  readonly furtherMs?: number;
  /** Client certificate, for receivers that require one. */
  readonly identity?: ClientIdentity | undefined;
}

/** The response was no acknowledgement of the message. */
export class UnreadAnswerError extends Error {
  override readonly name = 'UnreadAnswerError';
  /** Beginning of the response; empty where unreadable. */
  readonly excerpt: string;

  constructor(excerpt: string, options?: ErrorOptions) {
    super(
      'The receiver answered, but not with an acknowledgement of this message. Check address and port.',
      options,
    );
    this.excerpt = excerpt;
  }
}

const SILENCE_MS = 30_000;
/** A byte now and then is no silence: without this, a receiver could keep a message on its way for weeks. */
const ANSWER_LIMIT_MS = 600_000;
const FURTHER_MS = 5_000;
const ANSWER_MAX_BYTES = 65_536;
const START = '\u000b';
const END = '\u001c\r';

/**
 * In enhanced mode the application acknowledgement counts; a commit acknowledgement alone where none follows.
 * @throws ReceiverRefusal or an error `refusalOf` knows about a certificate; UnreadAnswerError; when there is no
 * response; when the signal is aborted
 */
export async function sendByMllp(
  receiver: Receiver,
  { text, control_id }: MllpMessage,
  options: MllpOptions,
): Promise<Acknowledgement> {
  const { silenceMs = SILENCE_MS, furtherMs = FURTHER_MS, identity } = options;
  const ended = new AbortController();
  const signal = AbortSignal.any([options.signal, ended.signal]);
  const limit = setTimeout(
    () => ended.abort(new Error('The receiver did not answer in time.')),
    options.answerMaxMs ?? ANSWER_LIMIT_MS,
  );
  try {
    return await exchange(receiver, { text, control_id }, { signal, silenceMs, furtherMs, identity });
  } finally {
    clearTimeout(limit);
  }
}

async function exchange(
  receiver: Receiver,
  { text, control_id }: MllpMessage,
  { signal, silenceMs, furtherMs, identity }: Required<Omit<MllpOptions, 'answerMaxMs'>>,
): Promise<Acknowledgement> {
  const socket = await connectTo(receiver, identity, { signal, silenceMs });
  try {
    socket.write(`${START}${text}${END}`);
    const { code, text: told } = await acknowledgementFrom(socket, control_id, furtherMs);
    return { code, text: told };
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    socket.destroy();
  }
}

async function acknowledgementFrom(
  socket: Socket,
  controlId: string,
  furtherMs: number,
): Promise<ReadAcknowledgement> {
  const frames = createFrameReader();
  let received = 0;
  let commit: ReadAcknowledgement | undefined;
  let unread: Uint8Array | undefined;
  let cause: unknown;
  try {
    for await (const piece of socket) {
      if (!Buffer.isBuffer(piece)) continue;
      received += piece.length;
      for (const frame of frames.push(piece)) {
        const answer = readAcknowledgement(frame, controlId);
        if (answer === undefined) unread ??= frame;
        else if (!answer.isCommit) return answer;
        else commit ??= answer;
        socket.setTimeout(furtherMs);
      }
      if (received > ANSWER_MAX_BYTES) break;
    }
  } catch (error) {
    cause = error;
  }
  // Some receivers close after a response without frame.
  const rest = frames.rest();
  const last = readAcknowledgement(rest, controlId) ?? commit;
  if (last !== undefined) return last;
  if (unread === undefined && received === 0)
    throw new Error('The receiver closed the connection or did not answer. Check address and port.', {
      cause,
    });
  throw new UnreadAnswerError(excerptOf(unread ?? rest), { cause });
}
