/**
 * Options of `srvault export hl7`: the receiver's address, the certificates it may have, and the client certificate.
 */
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { UsageError } from '#cli/exit-codes.ts';
import { certificateFromPem, parseReceiver, type Receiver } from '#contract/exchange/receivers.ts';
import type { ClientIdentity } from '#hl7/mllp-connection.ts';

export interface TlsOptions {
  readonly ca?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
}

export function addTlsOptions(command: Command): Command {
  return command
    .option(
      '--ca <file>',
      'by TLS: the authority (PEM) that must have issued the receiver’s certificate, instead of the system’s',
    )
    .option('--cert-file <file>', 'by TLS: certificate to show the receiver (PEM)')
    .option('--key-file <file>', 'by TLS: its key (PEM)');
}

/** Parses the receiver. @throws UsageError */
export async function readReceiver(
  place: string | undefined,
  { ca }: TlsOptions,
): Promise<Receiver | undefined> {
  const receiver = place === undefined ? undefined : parseReceiver(place);
  if (place !== undefined && receiver === undefined)
    throw new UsageError('--mllp: give HOST:PORT or tls://HOST:PORT.');
  if (ca === undefined || receiver === undefined) return receiver;
  if (receiver.tls === null) return receiver;
  const der = certificateFromPem(await readFile(ca, 'utf8'));
  if (der === undefined) throw new UsageError(`${ca} is not a PEM certificate. Name another file.`);
  return { ...receiver, tls: { ca: der } };
}

/** Reads the client certificate and key. @throws UsageError */
export async function readIdentity(
  receiver: Receiver | undefined,
  { ca, certFile: cert, keyFile: key }: TlsOptions,
): Promise<ClientIdentity | undefined> {
  const isByTls = receiver?.tls != null;
  if (!isByTls && [ca, cert, key].some((file) => file !== undefined))
    throw new UsageError('--ca, --cert-file and --key-file need --mllp tls://HOST:PORT.');
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined)
    throw new UsageError('Give --cert-file and --key-file together.');
  return { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') };
}
