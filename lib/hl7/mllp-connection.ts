/**
 * Connects to an MLLP receiver: unencrypted, or by TLS after verifying its certificate. Nothing is sent before that.
 * Source: HL7, MLLP release 1; IHE ITI TF-2, 3.19 (node authentication).
 */
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import * as tls from 'node:tls';
import type { Receiver } from '#contract/exchange/receivers.ts';

/** Client certificate with its chain, and key; both PEM. */
export interface ClientIdentity {
  readonly cert: string;
  readonly key: string;
}

/**
 * `not_trusted`: the receiver's certificate is invalid. `not_admitted`: the receiver rejected our certificate, or ours
 * is unusable.
 */
export type RefusalCode = 'not_trusted' | 'not_admitted';

class ReceiverRefusal extends Error {
  override readonly name = 'ReceiverRefusal';
  readonly code: RefusalCode;

  constructor(code: RefusalCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

const NOT_TRUSTED =
  /^(?:CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|ERROR_IN_CERT_|INVALID_|PATH_LENGTH_|HOSTNAME_MISMATCH|ERR_TLS_CERT_)/;
/** TLS alerts in the names of OpenSSL and of Electron's BoringSSL, some without `ALERT`. */
const NOT_ADMITTED =
  /^ERR_SSL_(?:SSLV3|TLSV1|TLSV13|SSL\/TLS)_.*(?:CERTIFICATE|UNKNOWN_CA|HANDSHAKE_FAILURE|ACCESS_DENIED)/;

/** Classifies a refusal by certificate. Undefined for other errors: no response, no TLS, a broken connection. */
export function refusalOf(error: unknown): RefusalCode | undefined {
  if (error instanceof ReceiverRefusal) return error.code;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (NOT_TRUSTED.test(code)) return 'not_trusted';
  return NOT_ADMITTED.test(code) ? 'not_admitted' : undefined;
}

/**
 * Resolves with a writable socket, which the caller must destroy.
 * @throws ReceiverRefusal; socket errors; when the signal is aborted
 */
export async function connectTo(
  receiver: Receiver,
  identity: ClientIdentity | undefined,
  { signal, silenceMs }: { readonly signal: AbortSignal; readonly silenceMs: number },
): Promise<Socket> {
  signal.throwIfAborted();
  const socket =
    receiver.tls === null ? connect(receiver) : connectByTls(receiver, receiver.tls.ca, identity);
  addAbortSignal(signal, socket);
  socket.setTimeout(silenceMs, () => socket.destroy(new Error('The receiver did not answer in time.')));
  try {
    await once(socket, receiver.tls === null ? 'connect' : 'secureConnect');
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function connectByTls(
  { host, port }: Receiver,
  ca: string | null,
  identity: ClientIdentity | undefined,
): tls.TLSSocket {
  const trusted = ca === null ? systemRoots() : pemOf(ca);
  return tls.connect({
    ...{ host, port, minVersion: 'TLSv1.2', secureContext: contextOf(trusted, identity) },
    // No SNI for an IP address; the certificate must still contain it.
    ...(isIP(host) === 0 ? { servername: host } : {}),
  });
}

function contextOf(
  ca: string | string[] | undefined,
  identity: ClientIdentity | undefined,
): tls.SecureContext {
  try {
    return tls.createSecureContext({
      ...identity,
      ...(ca === undefined ? {} : { ca }),
      minVersion: 'TLSv1.2',
    });
  } catch (error) {
    throw new ReceiverRefusal('not_admitted', { cause: error });
  }
}

/** Node's CAs and, from 22.15, the system's; undefined: Node's default. */
function systemRoots(): string[] | undefined {
  if (!('getCACertificates' in tls)) return undefined;
  return [...tls.getCACertificates('default'), ...tls.getCACertificates('system')];
}

/** Converts a certificate to PEM. @param der base64url */
function pemOf(der: string): string {
  const base64 = Buffer.from(der, 'base64url').toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
}
