/** DICOM peer for tests that may break the protocol: builds PDUs of PS3.8 byte by byte. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { concatBytes } from '#bytes/concat-bytes.ts';

const CONTEXT = 1;
const LAST_OF_COMMAND = 3;
const LAST_OF_DATA = 2;
const EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1';

export interface Proposal {
  /** Presentation contexts: id, abstract syntax, transfer syntaxes. */
  readonly contexts: readonly (readonly [number, string, ...string[]])[];
  /** Additional user information items: type and content. */
  readonly user?: readonly (readonly [number, Uint8Array])[];
  /** Largest PDU this side accepts; 0, the default, means no limit. */
  readonly maxBytes?: number;
  /** DICOM's own by default; undefined sends no item. */
  readonly applicationContext?: string | undefined;
  /** Protocol versions of the association, one bit each; the first by default. */
  readonly protocolVersions?: number;
}

const APPLICATION_CONTEXT = '1.2.840.10008.3.1.1.1';

/** Error for an association answered by A-ASSOCIATE-RJ. */
export class RejectedError extends Error {
  override readonly name = 'RejectedError';
  /** Result, source, reason. Source: DICOM PS3.8 9.3.4. */
  readonly reason: readonly number[];

  constructor(reason: readonly number[]) {
    super(`The association was not accepted: ${reason.join(', ')}.`);
    this.reason = reason;
  }
}

export interface Answer {
  /** Result and transfer syntax by context id. */
  readonly contexts: ReadonlyMap<number, readonly [number, string]>;
  /** User information items by type, in hex. */
  readonly user: ReadonlyMap<number, string>;
}

/** Opens an association for one class of objects, which must be accepted. */
export async function associate(
  port: number,
  sopClass: string,
  titles: readonly [string, string],
): Promise<Socket> {
  const contexts = [[CONTEXT, sopClass, EXPLICIT_LITTLE_ENDIAN]] as const;
  return (await propose(port, titles, { contexts })).socket;
}

/** Opens an association with the given proposal. @throws if it is not accepted. */
export async function propose(
  port: number,
  [called, calling]: readonly [string, string],
  proposal: Proposal,
): Promise<{ readonly socket: Socket; readonly answer: Answer }> {
  const { contexts, user = [], maxBytes = 0, protocolVersions = 1 } = proposal;
  const name = 'applicationContext' in proposal ? proposal.applicationContext : APPLICATION_CONTEXT;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  socket.write(
    unit(1, [
      Uint8Array.of(protocolVersions >> 8, protocolVersions & 0xff, 0, 0),
      ascii(called.padEnd(16)),
      ascii(calling.padEnd(16)),
      new Uint8Array(32),
      ...(name === undefined ? [] : [item(0x10, ascii(name))]),
      ...contexts.map(([id, abstract, ...syntaxes]) =>
        item(0x20, [
          Uint8Array.of(id, 0, 0, 0),
          item(0x30, ascii(abstract)),
          ...syntaxes.map((syntax) => item(0x40, ascii(syntax))),
        ]),
      ),
      item(0x50, [
        item(0x51, uint32(maxBytes)),
        item(0x52, ascii('1.2.3.4')),
        ...user.map(([type, content]) => item(type, content)),
      ]),
    ]),
  );
  const closed = once(socket, 'close').then(() => []);
  const [answer]: Buffer[] = await Promise.race([once(socket, 'data'), closed]);
  if (answer?.[0] === 3) throw new RejectedError([...answer.subarray(7, 10)]);
  if (answer?.[0] !== 2) throw new Error('The association was not accepted.');
  return { socket, answer: readAnswer(answer) };
}

/** Offset of the items in an A-ASSOCIATE-AC. */
const ITEMS_AT = 74;
const CONTEXT_ANSWER = 0x21;
const USER_INFORMATION = 0x50;

function readAnswer(answer: Buffer): Answer {
  const contexts = new Map<number, readonly [number, string]>();
  const user = new Map<number, string>();
  for (const [type, content] of itemsOf(answer.subarray(ITEMS_AT))) {
    if (type === CONTEXT_ANSWER) {
      const [id = 0, , result = 0] = content;
      contexts.set(id, [result, content.toString('latin1', 8)]);
    }
    if (type !== USER_INFORMATION) continue;
    for (const [inner, value] of itemsOf(content)) user.set(inner, value.toString('hex'));
  }
  return { contexts, user };
}

function* itemsOf(bytes: Buffer): Generator<readonly [number, Buffer]> {
  for (let at = 0; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt16BE(at + 2);
    yield [bytes[at] ?? 0, bytes.subarray(at + 4, at + 4 + length)];
    at += 4 + length;
  }
}

/** Builds an A-ASSOCIATE-RQ with a verification context for each id. */
export function associationRequest(
  titles: readonly [string, string],
  contextIds: readonly number[],
): Uint8Array {
  const [called, calling] = titles;
  return unit(1, [
    Uint8Array.of(0, 1, 0, 0),
    ascii(called.padEnd(16)),
    ascii(calling.padEnd(16)),
    new Uint8Array(32),
    item(0x10, ascii(APPLICATION_CONTEXT)),
    ...contextIds.map((id) =>
      item(0x20, [
        Uint8Array.of(id, 0, 0, 0),
        item(0x30, ascii('1.2.840.10008.1.1')),
        item(0x40, ascii(EXPLICIT_LITTLE_ENDIAN)),
      ]),
    ),
    item(0x50, [item(0x51, uint32(0)), item(0x52, ascii('1.2.3.4'))]),
  ]);
}

/** Builds a C-STORE-RQ with its data set, in PDUs of at most `unitBytes`. */
export function storeRequest(
  sopClass: string,
  instance: string | null,
  dataSet: Uint8Array,
  unitBytes = 65_536,
): Uint8Array {
  const command = commandSet([
    [0x0002, uid(sopClass)],
    [0x0100, uint16(0x0001)],
    [0x0110, uint16(1)],
    [0x0700, uint16(0)],
    [0x0800, uint16(0)],
    ...(instance === null ? [] : [[0x1000, uid(instance)] as const]),
  ]);
  const parts: Uint8Array[] = [dataUnit(LAST_OF_COMMAND, command)];
  for (let at = 0; at < dataSet.length; at += unitBytes) {
    const isLast = at + unitBytes >= dataSet.length;
    parts.push(dataUnit(isLast ? LAST_OF_DATA : 0, dataSet.subarray(at, at + unitBytes)));
  }
  return concatBytes(parts);
}

/** Builds a C-FIND-RQ with its identifier: the keys in the order of their tags. */
export function findRequest(
  sopClass: string,
  keys: readonly (readonly [group: number, element: number, vr: string, value: string])[],
): Uint8Array {
  const command = commandSet([
    [0x0002, uid(sopClass)],
    [0x0100, uint16(0x0020)],
    [0x0110, uint16(1)],
    [0x0700, uint16(0)],
    [0x0800, uint16(0)],
  ]);
  const identifier = keys.map(([group, element, vr, value]) => {
    const even = ascii(value.length % 2 === 0 ? value : `${value} `);
    return concatBytes([uint16(group), uint16(element), ascii(vr), uint16(even.length), even]);
  });
  return concatBytes([dataUnit(LAST_OF_COMMAND, command), dataUnit(LAST_OF_DATA, concatBytes(identifier))]);
}

/** Reads the status of the first response in these bytes; undefined while it has not come. */
export function statusIn(answer: Buffer): number | undefined {
  const element = Buffer.from(commandElement(0x0900, uint16(0))).subarray(0, 8);
  const at = answer.indexOf(element);
  return at === -1 || at + 10 > answer.length ? undefined : answer.readUInt16LE(at + 8);
}

function commandSet(elements: readonly (readonly [number, Uint8Array])[]): Uint8Array {
  const body = concatBytes(elements.map(([number, value]) => commandElement(number, value)));
  return concatBytes([commandElement(0, uint32(body.length, true)), body]);
}

/** Implicit little endian. Source: PS3.7 6.3.1. */
function commandElement(number: number, value: Uint8Array): Uint8Array {
  return concatBytes([uint16(0), uint16(number), uint32(value.length, true), value]);
}

function dataUnit(flags: number, bytes: Uint8Array): Uint8Array {
  return unit(4, [uint32(bytes.length + 2), Uint8Array.of(CONTEXT, flags), bytes]);
}

function unit(type: number, parts: readonly Uint8Array[]): Uint8Array {
  const body = concatBytes(parts);
  return concatBytes([Uint8Array.of(type, 0), uint32(body.length), body]);
}

function item(type: number, content: Uint8Array | readonly Uint8Array[]): Uint8Array {
  const body = content instanceof Uint8Array ? content : concatBytes(content);
  return concatBytes([Uint8Array.of(type, 0, body.length >> 8, body.length & 0xff), body]);
}

const ascii = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const uid = (text: string): Uint8Array => ascii(text.length % 2 === 0 ? text : `${text}\0`);
const uint16 = (value: number): Uint8Array => Uint8Array.of(value & 0xff, value >> 8);

function uint32(value: number, littleEndian = false): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, littleEndian);
  return bytes;
}
