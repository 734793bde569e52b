/**
 * Accepts the DICOM port's connections, in its thread: on loopback unless a remote sender is configured. Connections
 * from other addresses are closed before a byte is read. Loads the DICOM library, which nothing else of the server
 * needs.
 * Source: imaging design, "Receiving while locked".
 */
import { createServer, type Server, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { VaultError } from '#contract/errors/vault-error.ts';
import {
  DICOM_ASSOCIATION_SILENT_MS,
  DICOM_ASSOCIATION_WAIT_MS,
  DICOM_ASSOCIATIONS_MAX,
  DICOM_CONNECTIONS_MAX,
  DICOM_CONNECTIONS_PER_ADDRESS_MAX,
} from '#contract/limits.ts';
import { faultOf, type RequestFault } from './association-request.ts';
import { createConnectionLimit } from './connection-limit.ts';
import { createPduGuard } from './pdu-guard.ts';
import { isAllowed, isAllowedAddress, isLocalOnly } from './receiver-options.ts';
import { type AssociationPlace, createAssociationLimit } from './thread/association-limit.ts';
import type { DimseStart } from './thread/thread-messages.ts';
import type { ScpPorts } from './vault-scp.ts';

type ListenerPorts = Pick<ScpPorts, 'begin' | 'onReceived' | 'worklist' | 'onFailure'>;

const IDLE_MS = 60_000;

/** Starts listening. @returns the port number. @throws protocol_error when the port is in use. */
export async function listenDicom(options: DimseStart, ports: ListenerPorts): Promise<number> {
  const { openScp } = await import('./attach-scp.ts');
  const places = createConnectionLimit(DICOM_CONNECTIONS_MAX, DICOM_CONNECTIONS_PER_ADDRESS_MAX);
  const associations = createAssociationLimit(DICOM_ASSOCIATIONS_MAX, DICOM_ASSOCIATION_SILENT_MS, () =>
    performance.now(),
  );

  function admit(socket: Socket): void {
    // A peer that disconnects is not an error of ours.
    socket.on('error', () => socket.destroy());
    const address = socket.remoteAddress ?? '';
    const place = isAllowedAddress(options.allow, address)
      ? places.take({ address, end: () => socket.destroy() })
      : undefined;
    if (place === undefined) return void socket.destroy();
    socket.once('close', place.leave);
    let association: AssociationPlace | undefined;
    const patience = setTimeout(async () => {
      // Read data that arrived while this thread was busy.
      await nextTurn();
      await nextTurn();
      if (association === undefined) socket.destroy();
    }, DICOM_ASSOCIATION_WAIT_MS);
    socket.once('close', () => clearTimeout(patience));
    let fault: RequestFault | undefined;
    const isSound = createPduGuard((request) => {
      fault = faultOf(request);
    });
    socket.on('data', (chunk) => {
      association?.heard();
      if (!isSound(chunk)) socket.destroy();
    });
    const scpPorts: ScpPorts = {
      ...ports,
      ae: options.ae,
      fault: () => fault,
      admits: (callingAe) => isAllowed(options.allow, callingAe, address),
      enter() {
        association = associations.enter(() => socket.destroy());
        if (association === undefined) return false;
        place.keep();
        socket.once('close', association.leave);
        return true;
      },
    };
    openScp(socket, scpPorts, IDLE_MS);
  }

  const hosts = isLocalOnly(options.allow) ? ['127.0.0.1', '::1'] : ['0.0.0.0'];
  const servers: Server[] = [];
  let { port } = options;
  for (const host of hosts) {
    const server = createServer(admit);
    try {
      port = await listen(server, port, host);
      servers.push(server);
    } catch (error) {
      if (host === '::1' && isMissingFamily(error)) continue;
      for (const each of servers) each.close();
      throw new VaultError('protocol_error', `The DICOM port ${port} cannot be opened. Choose another one.`);
    }
  }
  return port;
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function isMissingFamily(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(String(error.code))
  );
}
