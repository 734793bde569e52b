/** Receivers of HL7 messages as the settings name them: `ris=ris.clinic.example:2575 kis=10.0.0.7:2575`. */

export interface Receiver {
  readonly host: string;
  readonly port: number;
}

export interface NamedReceiver extends Receiver {
  readonly name: string;
}

export const RECEIVER_NAME_PATTERN = '^[A-Za-z0-9_-]{1,32}$';
export const RECEIVERS_MAX_CHARS = 2_000;
const PLACE = /^(?:\[([\da-f:]+)\]|([^:[\]\s]+)):(\d{1,5})$/i;
const NAMED = /^([A-Za-z0-9_-]{1,32})=(.+)$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|::1)$/;

/** `host:port`, an IPv6 address in brackets; undefined for anything else. */
export function parseReceiver(text: string): Receiver | undefined {
  const [, six, host = six, digits] = PLACE.exec(text) ?? [];
  const port = Number(digits);
  return host !== undefined && port >= 1 && port <= 65_535 ? { host, port } : undefined;
}

/** Null as none. Undefined unless every one is `name=host:port` and each name stands once. */
export function parseReceivers(text: string | null): readonly NamedReceiver[] | undefined {
  const receivers: NamedReceiver[] = [];
  for (const each of (text ?? '').split(/[\s,]+/).filter((part) => part !== '')) {
    const [, name = '', place = ''] = NAMED.exec(each) ?? [];
    const receiver = parseReceiver(place);
    if (receiver === undefined || receivers.some((other) => other.name === name)) return undefined;
    receivers.push({ name, ...receiver });
  }
  return receivers;
}

/** Whether what is sent there stays on this machine: MLLP is not encrypted. */
export function isLoopback({ host }: Receiver): boolean {
  return LOOPBACK.test(host);
}
