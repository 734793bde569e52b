/** Any frame in any packets: the last acknowledgement in it is read, with its reason as it was meant. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAcknowledgement } from '#exchange/hl7/acknowledgement.ts';
import { createFrameReader } from '#exchange/hl7/mllp-frames.ts';
import { CONTROL_ID, modelAnswers } from '#scripts/records/models/frame-model.ts';
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

test('the reason of an answer before version 2.5 stands in MSA-6', () => {
  const answer = (condition: string) =>
    Buffer.from(`MSH|^~\\&|RIS||||||ACK|7|P|2.3\rMSA|AE|${CONTROL_ID}||||${condition}\r`);
  expect(readAcknowledgement(answer('207^Application internal error'), CONTROL_ID)?.text).toBe(
    'Application internal error',
  );
  expect(readAcknowledgement(answer('207'), CONTROL_ID)?.text).toBe('207');
});
