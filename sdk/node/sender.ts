/**
 * What undici does for the Node transport: connections with the credential's certificate, and requests over them. A
 * file of its own, so that it is loaded with the first request: commands that work on a folder never send one.
 */
import { Agent, buildConnector, type Dispatcher, request } from 'undici';
import { pinnedConnector } from './pinned-connector.ts';
import { watchConnecting } from './unsent-failures.ts';

export interface Sender {
  readonly send: (
    url: string,
    options: Omit<Dispatcher.RequestOptions, 'origin' | 'path'>,
  ) => Promise<Dispatcher.ResponseData>;
  readonly close: () => Promise<void>;
}

/** @param serverCertificate the one to expect, where not any of the authority's. */
export function createSender(
  connect: buildConnector.BuildOptions,
  serverCertificate: Uint8Array | undefined,
): Sender {
  const agent = new Agent({
    connect: watchConnecting(
      serverCertificate === undefined ? buildConnector(connect) : pinnedConnector(connect, serverCertificate),
    ),
    allowH2: false,
    // The exchange has its own deadlines, which know whether a transfer still moves.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    send: (url, options) => request(url, { ...options, dispatcher: agent }),
    close: () => agent.destroy(),
  };
}
