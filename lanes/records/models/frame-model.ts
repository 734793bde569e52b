/** Generates HL7 acknowledgements in any framing and splitting, with their expected content. */
import * as fc from 'fast-check';

export const CONTROL_ID = '0190aaaabbbbccccdddd';

const CODES = { AA: 'AA', AE: 'AE', AR: 'AR', CE: 'AE', CR: 'AR' } as const;
const text = fc.string({ unit: fc.constantFrom(...'aß é|^&~\\#€'), maxLength: 12 });

export interface ModelAnswer {
  readonly bytes: Buffer;
  /** Offsets at which the bytes are split into packets. */
  readonly cuts: readonly number[];
  readonly code: string;
  readonly text: string;
}

export const modelAnswers: fc.Arbitrary<ModelAnswer> = fc
  .record({
    code: fc.constantFrom('AA', 'AE', 'AR', 'CE', 'CR'),
    text,
    segmentEnd: fc.constantFrom('\r', '\n', '\r\n'),
    frameEnd: fc.constantFrom('\u001c\r', '\u001c', '\u001c\n', '\u001c\r\n'),
    last: fc.boolean(),
    commit: fc.boolean(),
    noise: fc.constantFrom('', '\r\n', '\r'),
    inErr: fc.boolean(),
    delimiters: fc.constantFrom('|^~\\&', '#*~\\&', '|^~!&'),
    cuts: fc.array(fc.nat(400), { maxLength: 5 }),
  })
  .map(({ code, text: said, segmentEnd, frameEnd, last, commit, noise, inErr, delimiters, cuts }) => {
    const [f = '', c = '', r = '', e = '', s = ''] = delimiters;
    const names: Readonly<Record<string, string>> = { [f]: 'F', [c]: 'S', [r]: 'R', [e]: 'E', [s]: 'T' };
    const escaped = [...said]
      .map((char) => (names[char] === undefined ? char : `${e}${names[char]}${e}`))
      .join('');
    const answer = (of: string, reason: string) => {
      const segments = [
        `MSH${f}${c}${r}${e}${s}${f}RIS${f}${f}${f}${f}${f}${f}ACK${f}7${f}P${f}2.5`,
        `MSA${f}${of}${f}${CONTROL_ID}${inErr ? '' : `${f}${reason}`}`,
        ...(inErr ? [`ERR${f.repeat(8)}${reason}`] : []),
      ];
      return `\u000b${segments.join(segmentEnd)}${last ? segmentEnd : ''}${frameEnd}`;
    };
    const bytes = Buffer.from(noise + (commit ? answer('CA', '') : '') + answer(code, escaped));
    return {
      bytes,
      cuts: cuts.map((cut) => cut % bytes.length).toSorted((a, b) => a - b),
      code: CODES[code],
      text: said.replaceAll(/\s+/g, ' ').trim(),
    };
  });
