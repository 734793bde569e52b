import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { storeInstances } from '#server/imaging/dicomweb/stow-rs.ts';
import { createFixture } from '#test/server/documents/documents-fixture.ts';

test('a sender that left has no further part begun', async () => {
  const { owner, group } = createFixture();
  let begun = 0;
  const written: string[] = [];
  const ports = {
    assertStow: () => undefined,
    begin: async () => {
      begun += 1;
      return {
        write: async (bytes: Uint8Array) => void written.push(Buffer.from(bytes).toString()),
        finish: () => Promise.reject(new Error('no instance')),
        discard: async () => undefined,
      };
    },
    filed: async () => undefined,
  };
  const parts = ['one', 'two', 'three'].map((text) => `--b\r\n\r\n${text}\r\n`);
  const stored = storeInstances(ports, owner, {
    ...{ group, study: undefined, boundary: 'b', url: () => '', onActivity: () => undefined },
    body: Readable.from([...parts, '--b--'].map((text) => Buffer.from(text))),
    // It leaves while its second part is being received.
    isGone: () => begun === 2,
  });
  await expect(stored).rejects.toMatchObject({ code: 'malformed_request' });
  expect(written).toEqual(['one', 'two']);
});
