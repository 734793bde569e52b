/**
 * Parses receivers of HL7 messages as written in the settings: `ris=ris.clinic.example:2575 kis=tls://10.0.0.7:2576`.
 * `?ca=` pins the CA of the receiver's certificate, DER as base64url; by default the system's CAs apply.
 */

export interface Receiver {
  readonly host: string;
  readonly port: number;
  /** TLS settings of the receiver; null means unencrypted MLLP. */
  readonly tls: { /** DER, base64url; null: the system's roots. */ readonly ca: string | null } | null;
}

export interface NamedReceiver extends Receiver {
  readonly name: string;
}

export const RECEIVER_NAME_PATTERN = '^[A-Za-z0-9_-]{1,32}$';
/** Enough for several certificates; an RSA one has some 2,000 characters. */
export const RECEIVERS_MAX_CHARS = 32_000;
const PLACE = /^(tls:\/\/)?(?:\[([\da-f:]+)\]|([^:[\]\s/?]+)):(\d{1,5})(?:\?ca=([A-Za-z0-9_-]+))?$/i;
const NAMED = /^([A-Za-z0-9_-]{1,32})=(.+)$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|::1)$/;

/** Parses `host:port` or `tls://host:port`, an IPv6 address in brackets; undefined for other text. */
export function parseReceiver(text: string): Receiver | undefined {
  // Half of a surrogate pair is no valid name, and cannot be signed with the settings.
  const [, scheme, six, host = six, digits, ca] = (text.isWellFormed() && PLACE.exec(text)) || [];
  const port = Number(digits);
  if (host === undefined || port < 1 || port > 65_535 || (ca !== undefined && scheme === undefined))
    return undefined;
  return { host, port, tls: scheme === undefined ? null : { ca: ca ?? null } };
}

/**
 * Parses the receivers of the settings; null means none. Undefined unless every entry is `name=place` and each name
 * is unique.
 */
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

/** Formats for the settings; null for none. */
export function formatReceivers(receivers: readonly NamedReceiver[]): string | null {
  const texts = receivers.map(({ name, host, port, tls }) => {
    const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    if (tls === null) return `${name}=${place}`;
    return `${name}=tls://${place}${tls.ca === null ? '' : `?ca=${tls.ca}`}`;
  });
  return texts.length === 0 ? null : texts.join(' ');
}

/** DER as base64url of the first certificate in a PEM text; undefined for none. */
export function certificateFromPem(pem: string): string | undefined {
  const [, base64 = ''] =
    /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/.exec(pem) ?? [];
  const der = base64.replaceAll(/[\s=]/g, '').replaceAll('+', '-').replaceAll('/', '_');
  return der === '' ? undefined : der;
}

/** True when messages would cross a network unencrypted. */
export function isUnencrypted({ host, tls }: Receiver): boolean {
  return tls === null && !LOOPBACK.test(host);
}
