/**
 * What undici does for the Node transport: connections with the credential's certificate, and requests over them. A
 * file of its own, so that it is loaded with the first request: commands that work on a folder never send one.
 */
import { Agent, buildConnector, type Dispatcher, request } from 'undici';
import { HEADERS_MAX_BYTES } from '#contract/limits.ts';
import { trackConnectErrors } from './connect-errors.ts';
import { pinnedConnector } from './pinned-connector.ts';

export interface HttpDispatcher {
  readonly send: (
    url: string,
    options: Omit<Dispatcher.RequestOptions, 'origin' | 'path'>,
  ) => Promise<Dispatcher.ResponseData>;
  /** What is sent from now on goes over new connections; those of before end with what they still carry. */
  readonly letGo: () => void;
  readonly close: () => Promise<void>;
}

/** @param serverCertificate the one to expect, where not any of the authority's. */
export function createHttpDispatcher(
  connect: buildConnector.BuildOptions,
  serverCertificate: Uint8Array | undefined,
): HttpDispatcher {
  const createAgent = () =>
    new Agent({
      connect: trackConnectErrors(
        serverCertificate === undefined
          ? buildConnector(connect)
          : pinnedConnector(connect, serverCertificate),
      ),
      allowH2: false,
      // The exchange has its own deadlines, which know whether a transfer still moves.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: HEADERS_MAX_BYTES,
    });
  let agent = createAgent();
  const ending = new Set<Agent>();
  return {
    send: (url, options) => request(url, { ...options, dispatcher: agent }),
    letGo() {
      const left = agent;
      agent = createAgent();
      ending.add(left);
      const forget = () => void ending.delete(left);
      left.close().then(forget, forget);
    },
    async close() {
      await Promise.all([agent, ...ending].map((each) => each.destroy()));
    },
  };
}
