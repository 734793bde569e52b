/**
 * The thread of a PostgreSQL connection: sends statements at once, one behind the other, returns results in order,
 * and reconnects until it is closed. Knows no transaction and no table.
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
/** For each statement of a new connection: no caller is waiting yet who could give it up. */
const SESSION_MAX_MS = 3000;
const RECONNECT_AFTER_MS = 200;
const KEEP_ALIVE_MS = 5000;
/** What it says by is the code of a write that is refused there. */
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
/** The one that took writes last: after it the others are asked. */
let lastHost = 0;

let told: StatementResult[] = [];

/** Together with all other results of the same chunk. */
function tell(message: StatementResult): void {
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

/** Numbers as numbers, booleans as SQLite says them, bytes as bytes of their own, everything else as text. */
const types = { getTypeParser: (oid: number) => PARSERS[oid] ?? String };
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => (text === 't' ? 1 : 0),
  17: parseBytes,
  ...Object.fromEntries([20, 21, 23, 26, 700, 701, 1700].map((oid) => [oid, Number])),
};

/** `\x` and two digits a byte. */
function parseBytes(text: string): Uint8Array {
  const bytes = new Uint8Array((text.length - 2) / 2);
  Buffer.from(bytes.buffer).write(text.slice(2), 'hex');
  return bytes;
}

/** To the first host that takes writes. @throws what says most of why there is none */
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

/** A refusal says more than a standby, and that more than silence. */
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
      // The types do not know that a single query takes it too.
      const query = { text, query_timeout: SESSION_MAX_MS };
      await next.query(query);
    }
  } catch (error) {
    // No goodbye message: the other end may be unreachable.
    stream.destroy();
    throw error;
  }
  client = next;
  socket = stream;
  connections += 1;
  setConnection(connections);
  if (isFirst) tell({ id: 0, ...NOTHING });
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
    if (isFirst) tell({ id: 0, code: codeOf(error) });
    else if (!isClosing) setTimeout(keepConnecting, RECONNECT_AFTER_MS);
  });
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // SQLSTATE has five characters; what the socket says has others.
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && code !== 'EPIPE' ? code : UNAVAILABLE;
}

function run({ id, connection, name, text, values }: SentStatement): void {
  if (client === undefined || connection !== connections) {
    tell({ id, code: UNAVAILABLE });
    return;
  }
  const query = { text, values: [...values], rowMode: 'array' as const, types };
  client.query(name === undefined ? text : { ...query, name }, (error: Error | null, result) => {
    if (error) {
      tell({ id, code: codeOf(error) });
      return;
    }
    // Of several statements the last one's.
    const last = Array.isArray(result) ? result.at(-1) : result;
    const columns = last.rows.length === 0 ? [] : last.fields.map((field: pg.FieldDef) => field.name);
    tell({ id, columns, rows: last.rows, changes: last.rowCount ?? 0, command: last.command });
  });
}

async function close(): Promise<void> {
  isClosing = true;
  setConnection(0);
  await client?.end().catch(() => undefined);
  tell({ id: CLOSED, ...NOTHING });
  tellAll();
  port.close();
}

port.on('message', (message: ToThread) => {
  if (message.kind === 'run') message.statements.forEach(run);
  // What was sent is then answered as lost.
  else if (message.kind === 'cut') socket?.destroy();
  else void close();
});
keepConnecting();
