/**
 * Connections and requests of the Node transport through undici, with the credential's certificate. A separate
 * module, loaded with the first request, because commands on a folder send none.
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
  /** Uses new connections from now on; old ones end with their running requests. */
  readonly letGo: () => void;
  readonly close: () => Promise<void>;
}

/**
 * Creates connections with a client certificate. @param serverCertificate to accept, instead of any of the
 * authority's.
 */
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
      // Off, because the exchange has deadlines that know whether a transfer makes progress.
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
