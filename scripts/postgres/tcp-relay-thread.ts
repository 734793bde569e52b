/** Worker thread of `tcp-relay.ts`: forwards bytes between client and database, and delays, blocks or cuts them. */
import { connect, createServer, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import type { RelayCommand, RelayStart } from './tcp-relay.ts';

const { delayMs, done, ...start }: RelayStart = workerData;
let { toPort } = start;
const open = new Set<Socket>();
let isFrozen = false;
/** True to drop only responses of the database. */
let isDeaf = false;
let isRefusing = false;
let waiting: (() => void)[] = [];
let watched: { readonly text: string; readonly isPassed: boolean } | undefined;
/** Text in a response at which everything stops. */
let haltsAt: string | undefined;
/** True to stop inside a transaction. */
let haltsWithin = false;
/** True for a connection whose responses are dropped. */
let isMute = false;

function pass(deliver: () => void, isAnswer = false): void {
  if (isFrozen || (isDeaf && isAnswer)) waiting.push(deliver);
  else if (delayMs > 0) setTimeout(deliver, delayMs);
  else deliver();
}

function cut(): void {
  for (const socket of open) socket.destroy();
}

/** Returns true if the bytes may pass. */
function heed(bytes: Buffer): boolean {
  if (watched === undefined || !bytes.includes(watched.text)) return true;
  const { isPassed } = watched;
  watched = undefined;
  if (isPassed) {
    isMute = true;
    parentPort?.postMessage('sent');
  } else cut();
  return isPassed;
}

/** Message that ends each parameterised statement. */
const SYNC = Buffer.from('S\x00\x00\x00\x04');
/** Smallest size of a transaction; reads are shorter or a single statement. */
const TRANSACTION_BYTES_MIN = 1024;

/** Returns the offset of the last statement; 0 if there is only one. */
function lastStatementAt(bytes: Buffer): number {
  const end = bytes.subarray(0, -SYNC.length).lastIndexOf(SYNC);
  return end < 0 ? 0 : end + SYNC.length;
}

/** Forwards the bytes before the offset, then stops. */
function haltBefore(at: number, bytes: Buffer, to: Socket): void {
  haltsWithin = false;
  pass(() => void to.write(bytes.subarray(0, at)));
  isFrozen = true;
  pass(() => void to.write(bytes.subarray(at)));
  parentPort?.postMessage('halted');
}

function pipe(from: Socket, to: Socket, isClient: boolean): void {
  from.setNoDelay();
  open.add(from);
  from.on('data', (bytes) => {
    if (isClient && !heed(bytes)) return;
    const last =
      isClient && haltsWithin && bytes.length >= TRANSACTION_BYTES_MIN ? lastStatementAt(bytes) : 0;
    if (last > 0) {
      haltBefore(last, bytes, to);
      return;
    }
    if (!isClient && isMute) {
      isMute = false;
      cut();
      return;
    }
    if (!isClient && haltsAt !== undefined && bytes.includes(haltsAt)) {
      haltsAt = undefined;
      isFrozen = true;
      parentPort?.postMessage('halted');
    }
    pass(() => void to.write(bytes), !isClient);
  });
  from.on('error', () => undefined);
  from.on('close', () => {
    open.delete(from);
    pass(() => void to.destroy());
  });
}

const server = createServer((client) => {
  if (isRefusing) {
    client.destroy();
    return;
  }
  const target = connect(toPort, '127.0.0.1');
  pipe(client, target, true);
  pipe(target, client, false);
});
server.listen(0, '127.0.0.1', () => parentPort?.postMessage(server.address()));

function obey(command: RelayCommand): void {
  if (command.kind === 'freeze') isFrozen = true;
  else if (command.kind === 'deafen') isDeaf = true;
  else if (command.kind === 'lead') toPort = command.toPort;
  else if (command.kind === 'halt') haltsAt = command.answer;
  else if (command.kind === 'within') haltsWithin = true;
  else if (command.kind === 'refuse') {
    isRefusing = true;
    cut();
  } else if (command.kind === 'watch') watched = command;
  else if (command.kind === 'end') {
    cut();
    server.close();
    parentPort?.close();
  } else {
    isFrozen = false;
    isDeaf = false;
    haltsAt = undefined;
    haltsWithin = false;
    isRefusing = false;
    const delivered = waiting;
    waiting = [];
    for (const deliver of delivered) deliver();
  }
}

parentPort?.on('message', (command: RelayCommand) => {
  obey(command);
  Atomics.add(done, 0, 1);
  Atomics.notify(done, 0);
});
