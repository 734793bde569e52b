/** The thread of `tcp-relay.ts`. */
import { connect, createServer, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import type { RelayCommand, RelayStart } from './tcp-relay.ts';

const { delayMs, done, ...start }: RelayStart = workerData;
let { toPort } = start;
const open = new Set<Socket>();
let isFrozen = false;
/** What the database answers, and nothing else. */
let isDeaf = false;
let isRefusing = false;
let waiting: (() => void)[] = [];
let watched: { readonly text: string; readonly isPassed: boolean } | undefined;
/** Where the database answers it, everything stands still. */
let haltsAt: string | undefined;
/** Before a transaction is whole. */
let haltsWithin = false;
/** Of the connection whose answers are lost. */
let isMute = false;

function pass(deliver: () => void, isAnswer = false): void {
  if (isFrozen || (isDeaf && isAnswer)) waiting.push(deliver);
  else if (delayMs > 0) setTimeout(deliver, delayMs);
  else deliver();
}

function cut(): void {
  for (const socket of open) socket.destroy();
}

/** Whether the bytes pass. */
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

/** Ends each statement that has parameters. */
const SYNC = Buffer.from('S\x00\x00\x00\x04');
/** What reads is shorter, or is one statement. */
const TRANSACTION_BYTES_MIN = 1024;

/** Where the last statement begins; 0 where there is no other before it. */
function lastStatementAt(bytes: Buffer): number {
  const end = bytes.subarray(0, -SYNC.length).lastIndexOf(SYNC);
  return end < 0 ? 0 : end + SYNC.length;
}

/** Passes what comes before, and halts. */
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
