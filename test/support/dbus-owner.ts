/** Minimal D-Bus program for tests that owns a name and emits signals. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

interface Message {
  readonly type: 1 | 4;
  readonly path: string;
  readonly iface: string;
  readonly member: string;
  readonly destination?: string;
  readonly signature?: string;
  readonly body?: Buffer;
}

const BUS = {
  path: '/org/freedesktop/DBus',
  iface: 'org.freedesktop.DBus',
  destination: 'org.freedesktop.DBus',
};

export interface BusOwner {
  readonly emit: (path: string, iface: string, member: string, signature: string, body: Buffer) => void;
  readonly close: () => void;
}

export async function ownBusName(socketPath: string, names: readonly string[]): Promise<BusOwner> {
  const socket = connect(socketPath);
  await once(socket, 'connect');
  let serial = 0;
  const send = (message: Message): void => {
    serial += 1;
    socket.write(encode(message, serial));
  };
  const uid = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
  socket.write(`\0AUTH EXTERNAL ${uid}\r\n`);
  await answered(socket);
  socket.write('BEGIN\r\n');
  send({ type: 1, ...BUS, member: 'Hello' });
  await answered(socket);
  for (const name of names) {
    const body = Buffer.concat([text(name), Buffer.alloc(-text(name).length & 3), u32(4)]);
    send({ type: 1, ...BUS, member: 'RequestName', signature: 'su', body });
    await answered(socket);
  }
  socket.resume();
  return {
    emit: (path, iface, member, signature, body) => send({ type: 4, path, iface, member, signature, body }),
    close: () => void socket.destroy(),
  };
}

async function answered(socket: Socket): Promise<void> {
  await once(socket, 'data');
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function text(value: string): Buffer {
  return Buffer.concat([u32(Buffer.byteLength(value)), Buffer.from(`${value}\0`)]);
}

function signatureOf(value: string): Buffer {
  return Buffer.from([value.length, ...Buffer.from(value), 0]);
}

function encode(
  { type, path, iface, member, destination, signature = '', body }: Message,
  serial: number,
): Buffer {
  const content = body ?? Buffer.alloc(0);
  const fields: [code: number, kind: 'o' | 's' | 'g', value: string][] = [
    [1, 'o', path],
    [2, 's', iface],
    [3, 's', member],
    ...(destination === undefined ? [] : [[6, 's', destination] as [number, 's', string]]),
    ...(signature === '' ? [] : [[8, 'g', signature] as [number, 'g', string]]),
  ];
  let array = Buffer.alloc(0);
  for (const [code, kind, value] of fields) {
    const head = Buffer.concat([Buffer.from([code]), signatureOf(kind)]);
    const bytes = kind === 'g' ? signatureOf(value) : text(value);
    // Message header: code, length, kind, zero.
    array = Buffer.concat([array, Buffer.alloc(-array.length & 7), head, bytes]);
  }
  const fixed = Buffer.concat([
    Buffer.from([0x6c, type, 0, 1]),
    u32(content.length),
    u32(serial),
    u32(array.length),
  ]);
  return Buffer.concat([fixed, array, Buffer.alloc(-array.length & 7), content]);
}
