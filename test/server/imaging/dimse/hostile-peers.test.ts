/** Tests hostile peers at the DICOM port: they lose at most their own connection. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { parseSecurityGroupId } from '#contract/ids.ts';
import { associate, associationRequest, findRequest, storeRequest } from '#scripts/dicom/raw-peer.ts';
import { type DicomListener, openDicomPort, type ReceiverPorts } from '#server/imaging/dimse/dicom-port.ts';
import { startReceivingVault } from '#test/support/dicom/receiving-vault.ts';

const VERIFICATION = '1.2.840.10008.1.1';
const WORKLIST = '1.2.840.10008.5.1.4.31';
const CT_IMAGE = '1.2.840.10008.5.1.4.1.1.2';
const TITLES = ['SRVAULT', 'CT1'] as const;
const ODD = Array.from({ length: 128 }, (_, index) => 2 * index + 1);

const PORTS: ReceiverPorts = {
  begin: () => Promise.reject(new Error('Nothing is stored here.')),
  worklist: async () => [],
  groups: () => [],
  onReceived: () => undefined,
  onFailure: () => undefined,
};

async function portOf(
  options = {},
  ports: Partial<ReceiverPorts> = {},
  thread?: URL,
): Promise<DicomListener> {
  const given = { port: 0, ae: 'SRVAULT', allow: [], ...options };
  const port = await openDicomPort(given, { ...PORTS, ...ports }, thread);
  onTestFinished(() => port.close());
  return port;
}

function reach(port: number, localAddress = '127.0.0.1'): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => socket.destroy());
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Returns everything received before the end. */
async function answerTo(port: number, bytes: Uint8Array): Promise<Buffer> {
  const socket = reach(port);
  const answer: Buffer[] = [];
  socket.on('data', (chunk) => answer.push(chunk));
  const closed = once(socket, 'close');
  socket.write(bytes);
  await closed;
  return Buffer.concat(answer);
}

describe('an association request', () => {
  test.each([
    ['129 contexts', [...ODD, 1]],
    ['an id given twice', [1, 3, 1]],
    ['an even id', [1, 2]],
    ['the id 0', [0]],
  ])('with %s is cut, and others are served on', async (_what, ids) => {
    const failures: unknown[] = [];
    const { port } = await portOf({}, { onFailure: (error) => failures.push(error) });
    const beside = await associate(port, VERIFICATION, TITLES);
    const answer = await answerTo(port, associationRequest(TITLES, ids));
    expect(answer).toHaveLength(0);
    expect(beside.destroyed).toBe(false);
    beside.destroy();
    expect((await associate(port, VERIFICATION, TITLES)).destroy().destroyed).toBe(true);
    expect(failures).toEqual([]);
  });

  test('with 128 contexts is answered', async () => {
    const { port } = await portOf();
    const socket = reach(port);
    socket.write(associationRequest(TITLES, ODD));
    const [answer]: Buffer[] = await once(socket, 'data');
    expect(answer?.[0]).toBe(2);
  });

  test('whose items reach beyond it is cut', async () => {
    const { port } = await portOf();
    const bytes = associationRequest(TITLES, [1]);
    // Corrupt the length of its last item.
    const broken = Buffer.from(bytes);
    broken.writeUInt16BE(0xffff, 6 + 68 + 2);
    expect(await answerTo(port, broken)).toHaveLength(0);
  });
});

describe('a thread of the port that fails', () => {
  const failing = new URL('../../../support/dicom/failing-thread.ts', import.meta.url);

  test('is replaced on the same port, and the vault hears of it', async () => {
    const failed = Promise.withResolvers<unknown>();
    const { port } = await portOf({}, { onFailure: failed.resolve }, failing);
    const socket = reach(port);
    await once(socket, 'close');
    expect(await failed.promise).toEqual(new Error('The DICOM thread failed: RangeError.'));
    // Retry, because the next thread refuses connections until it listens.
    const isServedAgain = () =>
      new Promise<boolean>((resolve) => {
        const again = connect(port, '127.0.0.1', () => resolve(true));
        again.once('error', () => resolve(false));
        onTestFinished(() => void again.destroy());
      });
    while (!(await isServedAgain())) await nextTurn();
  });
});

test('a thread of the port has no console: libraries write values there', async () => {
  const talking = new URL('../../../support/dicom/talking-thread.ts', import.meta.url);
  const written: string[] = [];
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  onTestFinished(() => void vi.restoreAllMocks());
  const port = await portOf({}, {}, talking);
  await port.close();
  expect(written.join('')).not.toContain('Zilpzalp');
});

test('a command whose element announces two gigabytes ends its association alone', async () => {
  const failed = Promise.withResolvers<unknown>();
  const { port } = await portOf({}, { onFailure: failed.resolve });
  const socket = await associate(port, VERIFICATION, TITLES);
  const closed = once(socket, 'close');
  // A command element 0000,0110 with a huge length, in one PDU.
  const command = Uint8Array.of(0, 0, 0x10, 0x01, 0xff, 0xff, 0xff, 0x7f);
  socket.write(
    Uint8Array.of(4, 0, 0, 0, 0, 6 + command.length, 0, 0, 0, 2 + command.length, 1, 3, ...command),
  );
  await closed;
  expect(await failed.promise).toEqual(new Error('DICOM thread: InvalidMessageError'));
  (await associate(port, VERIFICATION, TITLES)).destroy();
});

/** A P-DATA-TF with fragments of a command that goes on, each of `bytes`. */
function fragments(count: number, bytes: number): Uint8Array {
  const each = Buffer.alloc(6 + bytes);
  each.writeUInt32BE(2 + bytes, 0);
  each[4] = 1;
  each[5] = 1;
  const head = Buffer.alloc(6);
  head[0] = 4;
  head.writeUInt32BE(count * each.length, 2);
  return Buffer.concat([head, ...Array<Buffer>(count).fill(each)]);
}

test.each([
  ['without content, 20,000 of them,', fragments(20_000, 0)],
  ['of one byte, 20,000 of them,', fragments(20_000, 1)],
  ['in data that holds none', fragments(0, 0)],
])('fragments %s end their association alone', async (_what, bytes) => {
  const { port } = await portOf();
  const socket = await associate(port, VERIFICATION, TITLES);
  const closed = once(socket, 'close');
  socket.write(bytes);
  await closed;
  (await associate(port, VERIFICATION, TITLES)).destroy();
});

test('a second query ahead of the response to the first ends the association', async () => {
  const failed = Promise.withResolvers<unknown>();
  const worklist = () => new Promise<never>(() => undefined);
  const { port } = await portOf({}, { onFailure: failed.resolve, worklist });
  const socket = await associate(port, WORKLIST, TITLES);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const query = findRequest(WORKLIST, [[0x0010, 0x0010, 'PN', '*']]);
  socket.write(Buffer.concat([query, query]));
  await closed;
  expect(await failed.promise).toEqual(new Error('DICOM thread: UnreadResponsesError'));
});

describe('a command to store', () => {
  test.each([
    ['without a UID', null, false],
    ['whose beginning cannot be written', '1.2.3', true],
  ])('%s leaves nothing open', async (_what, uid, isFull) => {
    const open = new Set<number>();
    let begun = 0;
    const begin = async () => {
      begun += 1;
      const object = begun;
      open.add(object);
      const over = async () => void open.delete(object);
      const write = () => (isFull ? Promise.reject(new Error('no room')) : Promise.resolve());
      return { write, finish: over, discard: over };
    };
    const groups = () => [parseSecurityGroupId('01900000-0000-7000-8000-000000000001')];
    const { port } = await portOf({}, { begin, groups });
    const socket = await associate(port, CT_IMAGE, TITLES);
    const answered = Promise.race([once(socket, 'data'), once(socket, 'close')]);
    socket.write(storeRequest(CT_IMAGE, uid, Buffer.alloc(64)));
    await answered;
    socket.destroy();
    expect([...open]).toEqual([]);
    expect(begun).toBe(isFull ? 1 : 0);
  });
});

describe('silent connections', () => {
  test('keep nobody out, though they hold every place', async () => {
    const { port } = await portOf();
    const silent = Array.from({ length: 16 }, () => reach(port));
    await Promise.all(silent.map((socket) => (socket.connecting ? once(socket, 'connect') : undefined)));
    const speaking = await associate(port, VERIFICATION, TITLES);
    expect(speaking.destroyed).toBe(false);
    speaking.destroy();
  });

  test('of an address that nobody allowed are cut before they say anything', async () => {
    const { port } = await portOf({
      allow: [
        { ae: 'CT1', address: '127.0.0.1' },
        { ae: 'CT2', address: '192.0.2.7' },
      ],
    });
    const strange = Array.from({ length: 16 }, () => reach(port, '127.0.0.2'));
    // Nothing is sent, so allowed peers would be waited for.
    await Promise.all(strange.map((socket) => once(socket, 'close')));
    (await associate(port, VERIFICATION, TITLES)).destroy();
  });
});

test('a vault whose port was sent a request that no byte can answer goes on', async () => {
  const vault = await startReceivingVault();
  onTestFinished(vault.close);
  await answerTo(vault.dicomPort, associationRequest(TITLES, [...ODD, 1]));
  await vault.unlock();
  expect(await vault.client.groups.list().toArray({ limit: 10 })).toHaveLength(1);
});
