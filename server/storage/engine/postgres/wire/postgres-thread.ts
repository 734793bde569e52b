/**
 * Entry point of the thread of a PostgreSQL connection: sends statements at once, returns results in order, and
 * reconnects until closed. Independent of transactions and tables.
 */
import { Socket } from 'node:net';
import { workerData } from 'node:worker_threads';
import pg from 'pg';
import {
  CLOSED,
  IS_STANDBY,
  type SentStatement,
  SIGNAL,
  type StatementResult,
  type ThreadStart,
  type ToThread,
  UNAVAILABLE,
} from './thread-messages.ts';

const CONNECT_MAX_MS = 3000;
/** Limit for each statement of a new connection, because no caller waits yet who could give up. */
const SESSION_MAX_MS = 3000;
const RECONNECT_AFTER_MS = 200;
const KEEP_ALIVE_MS = 5000;
/** Raises the code of a write refused by a standby. */
const REFUSE_STANDBY = `DO $$ BEGIN
    IF pg_is_in_recovery() THEN
      RAISE EXCEPTION 'standby' USING ERRCODE = '${IS_STANDBY}';
    END IF;
  END $$`;
const NOTHING = { columns: [], rows: [], changes: 0, command: '' };

const { hosts, session, signal, port }: ThreadStart = workerData;
let client: pg.Client | undefined;
let socket: Socket | undefined;
let connections = 0;
let isClosing = false;
let isFirst = true;
/** Index of the host that accepted writes last; the others are tried after it. */
let lastHost = 0;

let told: StatementResult[] = [];

/** Sends the results of one network chunk together. */
function sendResult(message: StatementResult): void {
  if (told.length === 0) queueMicrotask(tellAll);
  told.push(message);
}

function tellAll(): void {
  if (told.length === 0) return;
  port.postMessage(told);
  told = [];
  Atomics.add(signal, SIGNAL.answers, 1);
  Atomics.notify(signal, SIGNAL.answers);
}

function setConnection(number: number): void {
  Atomics.store(signal, SIGNAL.connection, number);
  Atomics.notify(signal, SIGNAL.connection);
}

/** Converts numbers and booleans as SQLite has them, bytes to separate buffers, everything else to text. */
const types = { getTypeParser: (oid: number) => PARSERS[oid] ?? String };
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => (text === 't' ? 1 : 0),
  17: parseBytes,
  ...Object.fromEntries([20, 21, 23, 26, 700, 701, 1700].map((oid) => [oid, Number])),
};

/** Parses `\x` and two hex digits per byte. */
function parseBytes(text: string): Uint8Array {
  const bytes = new Uint8Array((text.length - 2) / 2);
  Buffer.from(bytes.buffer).write(text.slice(2), 'hex');
  return bytes;
}

/** Connects to the first host that accepts writes. @throws the most informative failure */
async function connect(): Promise<void> {
  const failures: unknown[] = [];
  for (let tried = 0; tried < hosts.length; tried += 1) {
    const host = (lastHost + tried) % hosts.length;
    try {
      await connectTo(hosts[host] ?? '');
      lastHost = host;
      return;
    } catch (error) {
      failures.push(error);
    }
    if (isClosing) return;
  }
  throw failures.toSorted((left, right) => saysLess(left) - saysLess(right))[0];
}

/** Ranks failures: a refusal is more informative than a standby, and that more than silence. */
function saysLess(failure: unknown): number {
  const code = codeOf(failure);
  if (code === UNAVAILABLE) return 2;
  return code === IS_STANDBY ? 1 : 0;
}

async function connectTo(connectionString: string): Promise<void> {
  const stream = new Socket();
  const next = new pg.Client({
    stream: () => stream,
    connectionString,
    application_name: 'srvault',
    pipeline: true,
    connectionTimeoutMillis: CONNECT_MAX_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  });
  next.on('error', () => lost(next));
  next.on('end', () => lost(next));
  await next.connect();
  try {
    for (const text of [REFUSE_STANDBY, ...session]) {
      // Missing in the library's types: a single query accepts it too.
      const query = { text, query_timeout: SESSION_MAX_MS };
      await next.query(query);
    }
  } catch (error) {
    // Destroyed without a goodbye message, because the peer may be unreachable.
    stream.destroy();
    throw error;
  }
  client = next;
  socket = stream;
  connections += 1;
  setConnection(connections);
  if (isFirst) sendResult({ id: 0, ...NOTHING });
  isFirst = false;
}

function lost(gone: pg.Client): void {
  if (client !== gone) return;
  client = undefined;
  setConnection(0);
  keepConnecting();
}

function keepConnecting(): void {
  if (isClosing || client !== undefined) return;
  connect().catch((error: unknown) => {
    if (isFirst) sendResult({ id: 0, code: codeOf(error) });
    else if (!isClosing) setTimeout(keepConnecting, RECONNECT_AFTER_MS);
  });
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // SQLSTATE has five characters; socket errors have other codes.
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && code !== 'EPIPE' ? code : UNAVAILABLE;
}

function run({ id, connection, name, text, values }: SentStatement): void {
  if (client === undefined || connection !== connections) {
    sendResult({ id, code: UNAVAILABLE });
    return;
  }
  const query = { text, values: [...values], rowMode: 'array' as const, types };
  client.query(name === undefined ? text : { ...query, name }, (error: Error | null, result) => {
    if (error) {
      sendResult({ id, code: codeOf(error) });
      return;
    }
    // For several statements, the last one's result.
    const last = Array.isArray(result) ? result.at(-1) : result;
    const columns = last.rows.length === 0 ? [] : last.fields.map((field: pg.FieldDef) => field.name);
    sendResult({ id, columns, rows: last.rows, changes: last.rowCount ?? 0, command: last.command });
  });
}

async function close(): Promise<void> {
  isClosing = true;
  setConnection(0);
  await client?.end().catch(() => undefined);
  sendResult({ id: CLOSED, ...NOTHING });
  tellAll();
  port.close();
}

port.on('message', (message: ToThread) => {
  if (message.kind === 'run') message.statements.forEach(run);
  // Statements already sent then fail as lost.
  else if (message.kind === 'cut') socket?.destroy();
  else void close();
});
keepConnecting();
