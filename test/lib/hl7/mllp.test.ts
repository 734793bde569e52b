/** Tests real-world acknowledgements over sockets: accepted codes, waiting, reported reasons. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { sendByMllp, UnreadAnswerError } from '#hl7/mllp.ts';
import { listenForMllp, type Manner, type MllpListener } from '#test/support/mllp-listener.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/hl7');
const CONTROL_ID = '0190aaaabbbbccccdddd';
const MESSAGE = { text: `MSH|^~\\&|SRVAULT||||||ORU|${CONTROL_ID}|P\r`, control_id: CONTROL_ID };
const HEADER = 'MSH|^~\\&|RIS|CL|SRVAULT||20260302||ACK^R01|77|P|2.5.1';
const frame = (text: string) => `\u000b${text}\u001c\r`;
const msa = (code: string, id = CONTROL_ID, text = '') => `${HEADER}\rMSA|${code}|${id}|${text}\r`;

let listener: MllpListener | undefined;
afterEach(() => listener?.close());

async function send(manner: Manner) {
  listener = await listenForMllp([manner]);
  const receiver = { host: '127.0.0.1', port: listener.port, tls: null };
  // Long for expected responses, short for those that never come.
  return sendByMllp(receiver, MESSAGE, {
    signal: new AbortController().signal,
    silenceMs: 2_000,
    furtherMs: 700,
  });
}

const saying =
  (...writes: readonly (string | Buffer)[]): Manner =>
  (socket) => {
    for (const each of writes) socket.write(each);
  };

function fixture(name: string): Buffer {
  const bytes = readFileSync(join(FIXTURES, name));
  return Buffer.from(bytes.toString('latin1').replace('@ID@', CONTROL_ID), 'latin1');
}

describe('sendByMllp', () => {
  test.each([
    ['H01-ack-AA-line-feed-segments.bin', 'AA', ''],
    ['H02-ack-AA-crlf-segments.bin', 'AA', ''],
    ['H03-ack-AA-end-byte-without-CR.bin', 'AA', ''],
    ['H04-ack-AA-end-followed-by-LF.bin', 'AA', ''],
    ['H06-ack-AE-reason-in-ERR-8.bin', 'AE', 'Patient number is missing'],
    ['H07-ack-AE-latin1-and-escapes.bin', 'AE', 'Größe & Maß ungültig'],
  ])('%s is read as %s', async (name, code, text) => {
    expect(await send(saying(fixture(name)))).toEqual({ code, text });
  });

  test.each([
    ['no CR behind the last segment', `\u000b${HEADER}\rMSA|AA|${CONTROL_ID}\u001c\r`],
    ['line feeds and an end byte alone', `\u000b${HEADER}\nMSA|AA|${CONTROL_ID}\n\u001c`],
    ['white space before MSH', frame(`\r\n ${msa('AA')}`)],
    [
      'other delimiters',
      frame(`MSH#*~\\&#RIS#CL#SRVAULT##20260302##ACK*R01#77#P#2.5.1\rMSA#AA#${CONTROL_ID}\r`),
    ],
    ['a control id in upper case', frame(msa('AA', CONTROL_ID.toUpperCase()))],
    ['no control id', frame(msa('AA', ''))],
    ['noise before the frame', `\r\n${frame(msa('AA'))}`],
    ['an older acknowledgement before it', frame(msa('AE', 'another'.padEnd(20, '0'))) + frame(msa('AA'))],
    ['a commit, then the answer, in one packet', frame(msa('CA')) + frame(msa('AA'))],
    ['a commit alone', frame(msa('CA'))],
    ['the commit byte of MLLP release 2, then the answer', frame('\u0006') + frame(msa('AA'))],
  ])('takes %s', async (_, answer) => {
    expect(await send(saying(answer))).toEqual({ code: 'AA', text: '' });
  });

  test('packets of a single byte, and a hang-up without the end of the frame', async () => {
    const answer = await send(async (socket) => {
      for (const byte of Buffer.from(frame(msa('AE', CONTROL_ID, 'no')))) {
        socket.write(Buffer.of(byte));
        await pause(1);
      }
    });
    expect(answer).toEqual({ code: 'AE', text: 'no' });
    expect(await send((socket) => socket.end(msa('AA')))).toEqual({ code: 'AA', text: '' });
  });

  test('a commit is not the answer: what comes later counts', async () => {
    const later: Manner = (socket) => {
      socket.write(frame(msa('CA')));
      setTimeout(() => socket.write(frame(msa('AE', CONTROL_ID, 'Patient unknown'))), 100);
    };
    expect(await send(later)).toEqual({ code: 'AE', text: 'Patient unknown' });
    for (const [code, expected] of [
      ['CE', 'AE'],
      ['CR', 'AR'],
    ] as const)
      expect(await send(saying(frame(msa(code, CONTROL_ID, 'full'))))).toEqual({
        code: expected,
        text: 'full',
      });
  });

  test.each([
    ['ERR-7', 'ERR|||207^Application error^HL70357|E|||No such order', 'No such order'],
    ['ERR-3', 'ERR|||204^Unknown key identifier^HL70357|E', 'Unknown key identifier'],
    ['ERR-1 of version 2.3', 'ERR|PID^1^3^101&Required field missing&HL70357', 'Required field missing'],
    ['several', 'ERR|||101|E||||One \\T\\ two\rERR|||102|E||||Three', 'One & two; Three'],
    ['bytes in hexadecimal', 'ERR|||101|E||||Gr\\XC3B6\\ße', 'Größe'],
  ])('the reason of %s', async (_, segment, text) => {
    const answer = frame(`${HEADER}\rMSA|AR|${CONTROL_ID}\r${segment}\r`);
    expect(await send(saying(answer))).toEqual({ code: 'AR', text });
  });

  test.each([
    ['8859/15', Buffer.from([0xa4]), '€'],
    ['8859/5', Buffer.from([0xd0]), 'а'],
    ['UNICODE UTF-8', Buffer.from('Größe'), 'Größe'],
    ['', Buffer.from('Größe'), 'Größe'],
    ['', Buffer.from('Größe', 'latin1'), 'Größe'],
    ['UNICODE UTF-8', Buffer.from('Größe', 'latin1'), 'Größe'],
  ])('text in %s', async (charset, bytes, text) => {
    const answer = Buffer.concat([
      Buffer.from(`\u000b${HEADER}||||||${charset}\rMSA|AE|${CONTROL_ID}|`),
      bytes,
      Buffer.from('\r\u001c\r'),
    ]);
    expect(await send(saying(answer))).toEqual({ code: 'AE', text });
  });

  test.each([
    ['another message', frame(msa('AA', 'another'.padEnd(20, '0'))), /^MSH\|/],
    ['no HL7', frame('HTTP/1.1 400 Bad Request'), /^HTTP\/1\.1 400/],
    ['a code unknown to HL7', frame(msa('XX')), /MSA\|XX/],
    ['a byte alone', '\u0015', /^bytes 15$/],
    ['a negative acknowledgement of MLLP release 2', frame('\u0015'), /^bytes 15$/],
  ])('an answer of %s is said to be one, with how it begins', async (_, answer, excerpt) => {
    const error = await send(saying(answer)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnreadAnswerError);
    expect(error instanceof UnreadAnswerError && error.excerpt).toMatch(excerpt);
  });

  test('a byte now and then is no answer for ever', async () => {
    listener = await listenForMllp([
      (socket) => {
        const drip = setInterval(() => socket.write('x'), 5);
        socket.on('close', () => clearInterval(drip)).on('error', () => undefined);
      },
    ]);
    const receiver = { host: '127.0.0.1', port: listener.port, tls: null };
    const signal = new AbortController().signal;
    const sent = sendByMllp(receiver, MESSAGE, { signal, silenceMs: 60_000, answerMaxMs: 300 });
    await expect(sent).rejects.toThrow('The receiver did not answer in time.');
  });

  test('silence and a hang-up are no answer', async () => {
    for (const manner of ['silence', 'hang_up'] as const)
      expect(await send(manner).catch((error: unknown) => error)).not.toBeInstanceOf(UnreadAnswerError);
  });
});
