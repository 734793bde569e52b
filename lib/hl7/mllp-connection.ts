/**
 * The way to a receiver of MLLP: in clear, or by TLS to one that proves who it is. Nothing is sent before it has.
 * Source: HL7, MLLP release 1; IHE ITI TF-2, 3.19 (node authentication).
 */
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import * as tls from 'node:tls';
import type { Receiver } from '#contract/exchange/receivers.ts';

/** What this side shows a receiver that asks who it is. PEM both; the certificate with those it was issued by. */
export interface ClientIdentity {
  readonly cert: string;
  readonly key: string;
}

/** The receiver's certificate does not hold; the receiver does not let this side in, or what it was to see is none. */
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
/** Alerts of the other side: OpenSSL's names of them, and those of Electron's BoringSSL, some without `ALERT`. */
const NOT_ADMITTED =
  /^ERR_SSL_(?:SSLV3|TLSV1|TLSV13|SSL\/TLS)_.*(?:CERTIFICATE|UNKNOWN_CA|HANDSHAKE_FAILURE|ACCESS_DENIED)/;

/** Undefined for what is no matter of certificates: nobody there, no TLS, a line that broke. */
export function refusalOf(error: unknown): RefusalCode | undefined {
  if (error instanceof ReceiverRefusal) return error.code;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (NOT_TRUSTED.test(code)) return 'not_trusted';
  return NOT_ADMITTED.test(code) ? 'not_admitted' : undefined;
}

/**
 * Ready to be written to. The caller destroys it.
 * @throws ReceiverRefusal; what the socket fails with; when the signal is aborted
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
  socket.setTimeout(silenceMs, () => socket.destroy(new Error('The receiver is silent.')));
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
    // An address has no name to ask for; the certificate has to name it all the same.
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

/** What Node trusts and, where it can tell (22.15 on), what the system does; undefined: what Node trusts. */
function systemRoots(): string[] | undefined {
  if (!('getCACertificates' in tls)) return undefined;
  return [...tls.getCACertificates('default'), ...tls.getCACertificates('system')];
}

/** @param der base64url */
function pemOf(der: string): string {
  const base64 = Buffer.from(der, 'base64url').toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
}
