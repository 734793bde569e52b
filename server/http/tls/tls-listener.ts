/**
 * Opens the TLS sockets: one HTTPS server per address, all with the same port and request handler. TLS 1.3 only, hybrid
 * key exchange first, no session resumption. Client certificates are requested here and checked by the gate, so that a
 * refusal is an HTTP response.
 * Source: choices, "Transport and client certificates".
 */
import { constants } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, setMaxIdleHTTPParsers } from 'node:http';
import { createServer, type Server, type ServerOptions } from 'node:https';
import { type AddressInfo, isIPv6, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  CLOSE_GRACE_MS,
  CONNECTIONS_PER_CERTIFICATE_MAX,
  UNIDENTIFIED_CONNECTIONS_MAX,
} from '#contract/limits.ts';
import { createCertificateConnectionLimit } from './certificate-connection-limit.ts';
import { acceptNextRequestEarly } from './early-next-request.ts';
import { createPipeliningLimit, type PipeliningLimit } from './limit-pipelining.ts';
import { patchPeerCertificateLeak } from './peer-certificate-leak.ts';
import { disconnectSlowClients, SLOW_CLIENT_LIMITS, type SlowClientLimits } from './slow-client-timeout.ts';
import { createUnidentifiedConnectionLimit, peerOf } from './unidentified-connection-limit.ts';
import { createUnreadLimit } from './unread-limit.ts';

/**
 * Makes OpenSSL zero a record's plaintext after reading; Node has no name for the option, and other engines ignore it.
 */
const SSL_OP_CLEANSE_PLAINTEXT = 1 << 1;
const HEADERS_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 72_000;
const IDLE_SWEEP_MS = 50;
/** Attempts to find one port that is free on both loopback addresses. */
const PORT_ATTEMPTS = 20;

export interface TlsMaterial {
  readonly key: string;
  readonly cert: string;
  readonly ca: string;
}

export interface ListenerHandlers {
  readonly request: (request: IncomingMessage, response: ServerResponse) => void;
  /** Responds on the bare socket to CONNECT and to requests Node's parser refused. */
  readonly rawAnswer: (socket: Duplex, reason: 'malformed' | 'connect') => void;
}

export interface TlsListener {
  readonly port: number;
  /** Takes effect for new connections. */
  readonly setTls: (tls: TlsMaterial) => void;
  /** Ends matching connections without an active request; resolves when they are closed. */
  readonly endIdle: (isMeant: (socket: Socket) => boolean) => Promise<void>;
  /** Stops accepting, lets active requests finish for up to 5 s, then ends them. */
  readonly close: () => Promise<void>;
}

/**
 * Opens the sockets.
 * @param port 0 takes one free port for all addresses.
 * @param extraHosts addresses or names to bind beside 127.0.0.1 and ::1 (which may be missing); `0.0.0.0` and `::` mean
 * every address, `::` including IPv4.
 */
export async function listenTls(
  tls: TlsMaterial,
  handlers: ListenerHandlers,
  port: number,
  extraHosts: readonly string[],
  patience: SlowClientLimits = SLOW_CLIENT_LIMITS,
  strangersMax: number = UNIDENTIFIED_CONNECTIONS_MAX,
  perCertificateMax: number = CONNECTIONS_PER_CERTIFICATE_MAX,
): Promise<TlsListener> {
  const limitStrangers = createUnidentifiedConnectionLimit(strangersMax);
  const limitIdentified = createCertificateConnectionLimit(perCertificateMax);
  const limitUnread = createUnreadLimit(patience.unreadMs);
  const options = { ...tlsOptions(tls), handshakeTimeout: patience.handshakeMs };
  const pipelining = createPipeliningLimit(handlers.request);
  const open = () => createServer(options, pipelining.handle);
  // Keep as few parsers as possible, because a parser keeps request headers; Node requires one.
  setMaxIdleHTTPParsers(1);
  for (let attempt = 1; ; attempt += 1) {
    const servers: Server[] = [];
    try {
      let chosen = port;
      for (const { host, isOptional } of addressesOf(extraHosts)) {
        const server = prepare(open(), handlers, pipelining, patience);
        limitStrangers(server);
        limitIdentified(server);
        limitUnread(server);
        const bound = await (isOptional ? bindIfPresent : bind)(server, host, chosen);
        if (bound === undefined) continue;
        chosen = bound;
        servers.push(server);
      }
      return createListener(servers, chosen);
    } catch (error) {
      for (const server of servers) server.close();
      if (port !== 0 || attempt >= PORT_ATTEMPTS || errorCode(error) !== 'EADDRINUSE') throw error;
    }
  }
}

/** Loopback and extra addresses; a wildcard replaces the addresses it covers. */
function addressesOf(extraHosts: readonly string[]): { host: string; isOptional: boolean }[] {
  const everyV6 = extraHosts.includes('::');
  const everyV4 = !everyV6 && extraHosts.includes('0.0.0.0');
  const rest = extraHosts.filter((host) => !everyV6 && (isIPv6(host) || !everyV4));
  const hosts = [
    ...(everyV6 ? ['::'] : [everyV4 ? '0.0.0.0' : '127.0.0.1', '::1']),
    ...rest.filter((host) => host !== '0.0.0.0'),
  ];
  return [...new Set(hosts)].map((host) => ({ host, isOptional: host === '::1' }));
}

function tlsOptions(tls: TlsMaterial): ServerOptions {
  return {
    ...tls,
    minVersion: 'TLSv1.3',
    ecdhCurve: 'X25519MLKEM768:X25519',
    secureOptions: constants.SSL_OP_NO_TICKET | SSL_OP_CLEANSE_PLAINTEXT,
    requestCert: true,
    rejectUnauthorized: false,
    // The gate refuses a missing Host itself, in the form of every other error.
    requireHostHeader: false,
    headersTimeout: HEADERS_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // No limit, because an upload of 16 GiB takes long; `disconnectSlowClients` ends stalled ones.
    requestTimeout: 0,
    noDelay: true,
  };
}

function prepare(
  server: Server,
  handlers: ListenerHandlers,
  pipelining: PipeliningLimit,
  patience: SlowClientLimits,
): Server {
  disconnectSlowClients(server, patience);
  patchPeerCertificateLeak(server);
  server.on('secureConnection', (socket) => {
    if (socket.authorized) acceptNextRequestEarly(socket);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (pipelining.isStopped(socket) && socket.writable) return;
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else handlers.rawAnswer(socket, 'malformed');
  });
  // Without a handshake no response can be sent, and a pending one would keep the socket.
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  server.on('connect', (_request, socket) => handlers.rawAnswer(socket, 'connect'));
  // Node would respond 417 by default.
  server.on('checkExpectation', pipelining.handle);
  return server;
}

function bind(server: Server, host: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once('error', reject);
  server.listen({ host, port, exclusive: true }, () => {
    server.removeListener('error', reject);
    resolve((server.address() as AddressInfo).port);
  });
  return promise;
}

/** Opens the listener on an address; undefined where the machine has no such address. */
async function bindIfPresent(server: Server, host: string, port: number): Promise<number | undefined> {
  try {
    return await bind(server, host, port);
  } catch (error) {
    if (errorCode(error) === 'EADDRNOTAVAIL' || errorCode(error) === 'EAFNOSUPPORT') return undefined;
    throw error;
  }
}

function createListener(servers: readonly Server[], port: number): TlsListener {
  // HTTP tracks a connection only after its handshake; one that never completes it would keep the server open.
  const unshaken = new Map<string, Socket>();
  /** Connections that have had a request: true while none is active. */
  const isIdle = new Map<Socket, boolean>();
  for (const server of servers) {
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      isIdle.set(socket, false);
      response.once('close', () => {
        if (!socket.destroyed) isIdle.set(socket, true);
      });
    });
    server.on('secureConnection', (socket) => socket.once('close', () => isIdle.delete(socket)));
    server.on('connection', (socket: Socket) => {
      const peer = peerOf(socket);
      unshaken.set(peer, socket);
      socket.once('close', () => unshaken.delete(peer));
    });
    server.on('secureConnection', (socket) => unshaken.delete(peerOf(socket)));
  }

  async function close(): Promise<void> {
    const closed = Promise.all(
      servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))),
    );
    const sweep = setInterval(() => {
      for (const server of servers) server.closeIdleConnections();
    }, IDLE_SWEEP_MS);
    const cut = setTimeout(() => {
      for (const server of servers) server.closeAllConnections();
    }, CLOSE_GRACE_MS);
    for (const server of servers) server.closeIdleConnections();
    for (const socket of unshaken.values()) socket.destroy();
    await closed;
    clearInterval(sweep);
    clearTimeout(cut);
  }
  return {
    port,
    setTls(tls) {
      for (const server of servers) server.setSecureContext(tlsOptions(tls));
    },
    async endIdle(isMeant) {
      // Let pending data be read first, because a connection with a new request is not idle.
      await nextTurn();
      await nextTurn();
      const idle = [...isIdle].flatMap(([socket, itIs]) => (itIs ? [socket] : []));
      const ended = idle.filter(isMeant).map((socket) => once(socket.destroy(), 'close'));
      await Promise.all(ended);
      // Node ends a connection's parser in the next turn.
      await nextTurn();
    },
    close,
  };
}

function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
