import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eachPart } from '#server/imaging/dicomweb/multipart-related.ts';

test.each([
  ['between two bytes of it', '--b\r\n\r\nhalf of it'],
  ['with another one waiting', '--b\r\n\r\none\r\n--b\r\n\r\nhalf of it'],
])(
  'a body that breaks off %s ends every part for its reader, who can put away what it made',
  async (_what, sent) => {
    const source = new PassThrough();
    const told: unknown[] = [];
    let begun = 0;
    const read = eachPart(source, 'b', async (part) => {
      begun += 1;
      try {
        for await (const _ of part);
        told.push('whole');
      } catch (error) {
        told.push(error);
        throw error;
      }
    });
    read.catch(() => undefined);
    source.write(sent);
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    source.destroy(new Error('reset'));
    await expect(read).rejects.toMatchObject({ code: 'malformed_request' });
    expect(told).toHaveLength(begun);
    expect(told.at(-1)).toMatchObject({ code: 'malformed_request' });
  },
);
