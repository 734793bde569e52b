/** Reads the last acknowledgement from any framing and packet sizes, with its exact reason. */
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readAcknowledgement } from '#hl7/acknowledgement.ts';
import { createFrameReader } from '#hl7/mllp-frames.ts';
import { CONTROL_ID, modelAnswers } from '#lanes/records/models/frame-model.ts';
import { runs } from '#test/support/depth.ts';

test('any acknowledgement is read, however it is framed, escaped and cut', () => {
  fc.assert(
    fc.property(modelAnswers, ({ bytes, cuts, code, text }) => {
      const reader = createFrameReader();
      const frames = [0, ...cuts].flatMap((from, at) =>
        reader.push(bytes.subarray(from, cuts[at] ?? bytes.length)),
      );
      const read = frames
        .map((frame) => readAcknowledgement(frame, CONTROL_ID))
        .find((answer) => answer?.isCommit === false);
      expect(read).toEqual({ code, text, isCommit: false });
    }),
    runs(500),
  );
});

test('an answer that comes byte by byte is not copied anew with each byte', () => {
  const answer = Buffer.from(`\u000bMSH|^~\\&|${'x'.repeat(10_000)}\rMSA|AA|${CONTROL_ID}\r\u001c\r`);
  const concat = vi.spyOn(Buffer, 'concat');
  onTestFinished(() => concat.mockRestore());
  const reader = createFrameReader();
  const frames = Array.from(answer, (_, at) => reader.push(answer.subarray(at, at + 1))).flat();
  const copied = concat.mock.results.reduce((sum, { value }) => sum + value.length, 0);
  expect(frames.map((frame) => readAcknowledgement(frame, CONTROL_ID)?.code)).toEqual(['AA']);
  expect(reader.rest()).toEqual(Buffer.from('\r'));
  expect(copied).toBeLessThanOrEqual(2 * answer.length);
});

test.each([
  ['UTF-16 with its mark', '', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16 without one', '', (text: string) => Buffer.from(text, 'utf16le')],
  ['UTF-16, high byte first', '', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ['UTF-8 with a mark', '', (text: string) => Buffer.from(`\ufeff${text}`)],
  ['a name of Windows', 'WINDOWS-1252', (text: string) => Buffer.from(text, 'latin1')],
  ['another spelling', 'ISO-8859-1', (text: string) => Buffer.from(text, 'latin1')],
])('an answer in %s is read', (_name, charset, encode) => {
  const text = `MSH|^~\\&|RIS||||||ACK|7|P|2.5.1||||||${charset}\rMSA|AE|${CONTROL_ID}|Größe ungültig\r`;
  expect(readAcknowledgement(encode(text), CONTROL_ID)).toMatchObject({ code: 'AE', text: 'Größe ungültig' });
});

test.each([
  ['of one byte a letter', '8859/1', 'Gr\\XF6DF\\e', 'Größe'],
  ['of Unicode', 'UNICODE UTF-8', 'Gr\\XC3B6C39F\\e', 'Größe'],
  ['of a set nothing names', '', 'Gr\\XF6\\\\XDF\\e', 'Größe'],
  ['of Cyrillic', '8859/5', '\\XBDD5E2\\', 'Нет'],
])('bytes written as an escape are letters %s', (_name, charset, written, text) => {
  const answer = `MSH|^~\\&|RIS||||||ACK|7|P|2.5.1||||||${charset}\rMSA|AE|${CONTROL_ID}|${written}\r`;
  expect(readAcknowledgement(Buffer.from(answer), CONTROL_ID)?.text).toBe(text);
});

test('commands of layout part the words they stand between', () => {
  const answer = `MSH|^~\\&|RIS||||||ACK|7|P|2.5.1\rMSA|AE|${CONTROL_ID}|one\\.ce\\two\\.sp2\\three\\.ti5\\four\r`;
  expect(readAcknowledgement(Buffer.from(answer), CONTROL_ID)?.text).toBe('one two three four');
});

test('Cyrillic under its own name is Cyrillic', () => {
  const head = Buffer.from(`MSH|^~\\&|RIS||||||ACK|7|P|2.5.1||||||WINDOWS-1251\rMSA|AE|${CONTROL_ID}|`);
  const answer = Buffer.concat([head, Buffer.from([0xcd, 0xe5, 0xf2])]);
  expect(readAcknowledgement(answer, CONTROL_ID)?.text).toBe('Нет');
});

test('the reason of an answer before version 2.5 stands in MSA-6', () => {
  const answer = (condition: string) =>
    Buffer.from(`MSH|^~\\&|RIS||||||ACK|7|P|2.3\rMSA|AE|${CONTROL_ID}||||${condition}\r`);
  expect(readAcknowledgement(answer('207^Application internal error'), CONTROL_ID)?.text).toBe(
    'Application internal error',
  );
  expect(readAcknowledgement(answer('207'), CONTROL_ID)?.text).toBe('207');
});
