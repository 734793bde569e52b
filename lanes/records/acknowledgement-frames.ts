/** Record check: an HL7 acknowledgement is read with its reason, however a receiver frames, escapes or splits it. */
import * as fc from 'fast-check';
import { readAcknowledgement } from '#hl7/acknowledgement.ts';
import { createFrameReader } from '#hl7/mllp-frames.ts';
import { failuresOf } from './find-failures.ts';
import { CONTROL_ID, modelAnswers } from './models/frame-model.ts';
import type { RecordKind } from './record-check.ts';

export const ACKNOWLEDGEMENT_FRAMES: RecordKind = {
  name: 'frames of acknowledgements',
  check: (cases) =>
    failuresOf(
      fc.property(modelAnswers, ({ bytes, cuts, code, text }) => {
        const reader = createFrameReader();
        const frames = [0, ...cuts].flatMap((from, at) =>
          reader.push(bytes.subarray(from, cuts[at] ?? bytes.length)),
        );
        const read = frames
          .map((frame) => readAcknowledgement(frame, CONTROL_ID))
          .find((answer) => answer?.isCommit === false);
        if (read?.code !== code || read.text !== text) throw new Error(`read as ${JSON.stringify(read)}`);
      }),
      cases,
    ),
};
