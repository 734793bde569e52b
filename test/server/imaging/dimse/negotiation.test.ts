/** Tests association negotiation item by item over a socket. Source: DICOM PS3.7 D.3.3, PS3.8 9.3.3. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Proposal, propose, RejectedError, storeRequest } from '#scripts/dicom/raw-peer.ts';
import { type ReceivingVault, startReceivingVault } from '#test/support/dicom/receiving-vault.ts';
import { dataSetOf, writeStudy } from '#test/support/dicom/study.ts';

const CT = '1.2.840.10008.5.1.4.1.1.2';
const VERIFICATION = '1.2.840.10008.1.1';
const IMPLICIT = '1.2.840.10008.1.2';
const EXPLICIT = '1.2.840.10008.1.2.1';
const ASYNCHRONOUS_WINDOW = 0x53;
const MAXIMUM_LENGTH = 0x51;
const ROLE = 0x54;
const ACCEPTED = 0;
const REJECTED = 1;
const ABSTRACT_SYNTAX_NOT_SUPPORTED = 3;
const TRANSFER_SYNTAXES_NOT_SUPPORTED = 4;

let vault: ReceivingVault;

beforeAll(async () => {
  vault = await startReceivingVault();
  await vault.unlock();
});
afterAll(() => vault.close());

async function negotiated(proposal: Proposal) {
  const { socket, answer } = await propose(vault.dicomPort, ['SRVAULT', 'RAW'], proposal);
  socket.destroy();
  return answer;
}

const two = (first: number, second: number) =>
  Uint8Array.of(first >> 8, first & 255, second >> 8, second & 255);

function role(sopClass: string, user: number, provider: number): Uint8Array {
  const uid = Buffer.from(sopClass);
  return Buffer.concat([Uint8Array.of(0, uid.length), uid, Uint8Array.of(user, provider)]);
}

describe('an association', () => {
  test.each([
    ['8 and 8', 8, 8],
    ['no limit', 0, 0],
    ['1 and 65535', 1, 65_535],
    ['2 and 1', 2, 1],
  ])('is granted no window where %s operations are proposed', async (_, invoked, performed) => {
    const answer = await negotiated({
      contexts: [[1, CT, EXPLICIT]],
      user: [[ASYNCHRONOUS_WINDOW, two(invoked, performed)]],
    });
    expect(answer.contexts.get(1)).toEqual([ACCEPTED, EXPLICIT]);
    expect(answer.user.get(ASYNCHRONOUS_WINDOW) ?? '00010001').toBe('00010001');
  });

  test('that proposed a window stores one object after the other', async () => {
    const files = writeStudy(join(vault.root, 'window'), '1.2.826.0.1.3680043.10.96.1', 3);
    const { socket } = await propose(vault.dicomPort, ['SRVAULT', 'RAW'], {
      contexts: [[1, CT, EXPLICIT]],
      user: [[ASYNCHRONOUS_WINDOW, two(0, 0)]],
    });
    for (const [at, file] of files.entries()) {
      socket.write(
        storeRequest(CT, `1.2.826.0.1.3680043.10.96.1.1.${at + 1}`, dataSetOf(readFileSync(file))),
      );
      const [response]: Buffer[] = await once(socket, 'data');
      // A P-DATA-TF whose command set has the status Success.
      expect(response?.[0]).toBe(4);
      expect(response?.toString('hex')).toContain('00000009020000000000');
    }
    socket.destroy();
  });

  test('is told that the vault provides and never uses', async () => {
    const answer = await negotiated({
      contexts: [[1, CT, EXPLICIT]],
      user: [[ROLE, role(CT, 1, 1)]],
    });
    expect(answer.user.get(ROLE)).toBe(Buffer.from(role(CT, 1, 0)).toString('hex'));
  });

  test('of a peer that would only perform has no context, and others of its class have', async () => {
    const mr = '1.2.840.10008.5.1.4.1.1.4';
    const answer = await negotiated({
      contexts: [
        [1, CT, EXPLICIT],
        [3, mr, EXPLICIT],
      ],
      user: [
        [ROLE, role(CT, 0, 1)],
        [0x56, Buffer.concat([Uint8Array.of(0, mr.length), Buffer.from(mr), Uint8Array.of(2, 1, 1, 0)])],
      ],
    });
    expect(answer.contexts.get(1)?.[0]).toBe(REJECTED);
    expect(answer.contexts.get(3)?.[0]).toBe(ACCEPTED);
    // Unanswered extended items mean the defaults.
    expect(answer.user.has(0x56)).toBe(false);
  });

  test.each([
    ['with a passcode', 2, 'secret'],
    ['by a token', 5, 'a.b.c'],
  ])('of a user %s who asks to be told is granted nothing it is not told of', async (_, type, secret) => {
    const identity = Buffer.concat([
      ...[Uint8Array.of(type, 1, 0, 4), Buffer.from('user')],
      ...[Uint8Array.of(0, secret.length), Buffer.from(secret)],
    ]);
    const answer = await negotiated({ contexts: [[1, CT, EXPLICIT]], user: [[0x58, identity]] });
    expect(answer.contexts.get(1)?.[0]).toBe(ACCEPTED);
    expect(answer.user.has(0x59)).toBe(false);
  });

  test.each([0, 512, 16_384, 131_072, 0xffff_ffff])(
    'of a peer that takes units of %i bytes announces units it takes itself',
    async (maxBytes) => {
      const answer = await negotiated({ contexts: [[1, CT, EXPLICIT]], maxBytes });
      const announced = Number.parseInt(answer.user.get(MAXIMUM_LENGTH) ?? '0', 16);
      expect(announced).toBeGreaterThanOrEqual(512);
      expect(announced).toBeLessThanOrEqual(131_072);
    },
  );

  test.each([1, 6, 7, 128])(
    'of a peer that takes units of %i bytes is refused: no answer fits',
    async (maxBytes) => {
      await expect(negotiated({ contexts: [[1, CT, EXPLICIT]], maxBytes })).rejects.toThrow('not accepted');
    },
  );

  test.each([
    ['another application context', { applicationContext: '1.2.840.10008.3.1.1.2' }, [1, 1, 2]],
    ['one of a maker', { applicationContext: '1.2.826.0.1.3680043.10.96.9' }, [1, 1, 2]],
    ['one filled up beyond a UID', { applicationContext: '1.2.840.10008.3.1.1.1'.padEnd(60_000) }, [1, 1, 2]],
    ['no application context', { applicationContext: undefined }, [1, 1, 2]],
    ['another version of the protocol', { protocolVersions: 2 }, [1, 2, 2]],
    ['no version of the protocol', { protocolVersions: 0 }, [1, 2, 2]],
  ])('under %s is refused by the reason there is for it', async (_, other, reason) => {
    const answer = negotiated({ contexts: [[1, VERIFICATION, IMPLICIT]], ...other });
    await expect(answer).rejects.toThrow(new RejectedError(reason));
  });

  test.each([
    ['further versions of the protocol', { protocolVersions: 0xffff }],
    ['a filled up application context', { applicationContext: '1.2.840.10008.3.1.1.1\0' }],
  ])('under %s is accepted: the first version is among them, the name is the same', async (_, other) => {
    const answer = await negotiated({ contexts: [[1, VERIFICATION, IMPLICIT]], ...other });
    expect(answer.contexts.get(1)?.[0]).toBe(ACCEPTED);
  });

  test('takes an object in units as long as it announced', async () => {
    const uid = '1.2.826.0.1.3680043.10.96.3';
    const [file = ''] = writeStudy(join(vault.root, 'long'), uid, 1);
    const { socket, answer } = await propose(vault.dicomPort, ['SRVAULT', 'RAW'], {
      contexts: [[1, CT, EXPLICIT]],
    });
    const announced = Number.parseInt(answer.user.get(MAXIMUM_LENGTH) ?? '0', 16);
    socket.write(storeRequest(CT, `${uid}.1.1`, dataSetOf(readFileSync(file)), announced - 6));
    const [response]: Buffer[] = await once(socket, 'data');
    expect(response?.toString('hex')).toContain('00000009020000000000');
    socket.destroy();
  });

  test('is answered for a context without any syntax, and for one named twice', async () => {
    const answer = await negotiated({
      contexts: [
        [1, CT],
        [3, CT, EXPLICIT],
        [5, CT, IMPLICIT, EXPLICIT],
        [255, VERIFICATION, EXPLICIT],
      ],
    });
    expect([...answer.contexts].map(([id, [result]]) => [id, result])).toEqual([
      [1, TRANSFER_SYNTAXES_NOT_SUPPORTED],
      [3, ACCEPTED],
      [5, ACCEPTED],
      [255, ACCEPTED],
    ]);
    expect(answer.contexts.get(5)?.[1]).toBe(IMPLICIT);
  });

  test('is answered for every context: what is taken, and why the others are not', async () => {
    const answer = await negotiated({
      contexts: [
        [1, VERIFICATION, IMPLICIT],
        [3, CT, '1.2.840.10008.1.2.1.99', EXPLICIT],
        [5, CT, '1.2.840.10008.1.2.1.99'],
        [7, CT, '1.2.840.10008.1.2.4.95'],
        [9, CT, '1.2.840.10008.1.2.6.2'],
        [11, CT, '1.2.840.113619.5.2'],
        [13, '1.2.840.10008.5.1.4.43.1', EXPLICIT],
        [15, '1.2.840.10008.5.1.4.1.1.200.1', EXPLICIT],
        [17, '1.2.840.10008.5.1.4.1.1.201.1', EXPLICIT],
        [19, '1.2.840.10008.1.20.1', EXPLICIT],
        [21, '1.2.840.10008.5.1.4.1.1.200.2', EXPLICIT],
        [23, '1.2.840.10008.5.1.4.31', '1.2.840.10008.1.2.4.50', IMPLICIT],
      ],
    });
    const results = [...answer.contexts].map(([id, [result]]) => [id, result]);
    expect(results).toEqual([
      [1, ACCEPTED],
      [3, ACCEPTED],
      [5, TRANSFER_SYNTAXES_NOT_SUPPORTED],
      [7, TRANSFER_SYNTAXES_NOT_SUPPORTED],
      [9, TRANSFER_SYNTAXES_NOT_SUPPORTED],
      [11, TRANSFER_SYNTAXES_NOT_SUPPORTED],
      [13, ABSTRACT_SYNTAX_NOT_SUPPORTED],
      [15, ABSTRACT_SYNTAX_NOT_SUPPORTED],
      [17, ABSTRACT_SYNTAX_NOT_SUPPORTED],
      [19, ABSTRACT_SYNTAX_NOT_SUPPORTED],
      [21, ACCEPTED],
      [23, ACCEPTED],
    ]);
    expect(answer.contexts.get(3)?.[1]).toBe(EXPLICIT);
    expect(answer.contexts.get(23)?.[1]).toBe(IMPLICIT);
  });
});
