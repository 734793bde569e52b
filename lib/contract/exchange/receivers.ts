/**
 * Receivers of HL7 messages as the settings name them: `ris=ris.clinic.example:2575 kis=tls://10.0.0.7:2576`. Behind
 * `?ca=` stands the one certificate a receiver's own has to come from, in DER as base64url; else those of the system count.
 */

export interface Receiver {
  readonly host: string;
  readonly port: number;
  /** Null: MLLP in clear. */
  readonly tls: { /** DER, base64url; null: the system's roots. */ readonly ca: string | null } | null;
}

export interface NamedReceiver extends Receiver {
  readonly name: string;
}

export const RECEIVER_NAME_PATTERN = '^[A-Za-z0-9_-]{1,32}$';
/** A certificate of an RSA key is some 2,000. */
export const RECEIVERS_MAX_CHARS = 32_000;
const PLACE = /^(tls:\/\/)?(?:\[([\da-f:]+)\]|([^:[\]\s/?]+)):(\d{1,5})(?:\?ca=([A-Za-z0-9_-]+))?$/i;
const NAMED = /^([A-Za-z0-9_-]{1,32})=(.+)$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|::1)$/;

/** `host:port` or `tls://host:port`, an IPv6 address in brackets; undefined for anything else. */
export function parseReceiver(text: string): Receiver | undefined {
  // Half of a surrogate pair is no name, and cannot be signed with the settings.
  const [, scheme, six, host = six, digits, ca] = (text.isWellFormed() && PLACE.exec(text)) || [];
  const port = Number(digits);
  if (host === undefined || port < 1 || port > 65_535 || (ca !== undefined && scheme === undefined))
    return undefined;
  return { host, port, tls: scheme === undefined ? null : { ca: ca ?? null } };
}

/** Null as none. Undefined unless every one is `name=place` and each name stands once. */
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

/** As the settings hold them; null for none. */
export function formatReceivers(receivers: readonly NamedReceiver[]): string | null {
  const texts = receivers.map(({ name, host, port, tls }) => {
    const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    if (tls === null) return `${name}=${place}`;
    return `${name}=tls://${place}${tls.ca === null ? '' : `?ca=${tls.ca}`}`;
  });
  return texts.length === 0 ? null : texts.join(' ');
}

/** DER as base64url of the first certificate in a PEM text; undefined where there is none. */
export function certificateFromPem(pem: string): string | undefined {
  const [, base64 = ''] =
    /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/.exec(pem) ?? [];
  const der = base64.replaceAll(/[\s=]/g, '').replaceAll('+', '-').replaceAll('/', '_');
  return der === '' ? undefined : der;
}

/** Whether what is sent there crosses a network in clear. */
export function isUnencrypted({ host, tls }: Receiver): boolean {
  return tls === null && !LOOPBACK.test(host);
}
