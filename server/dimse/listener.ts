/**
 * The DICOM port: off unless it is asked for, loopback unless a sender beyond it is named. Loads the protocol's
 * library, which nothing else of the server needs. Source: imaging design, "Receiving while locked".
 */
import { createServer, type Server, type Socket } from 'node:net';
import type { SecurityGroupId } from '#contract/ids.ts';
import { DICOM_ASSOCIATIONS_MAX, DICOM_CONNECTIONS_MAX } from '#contract/limits.ts';
import { VaultError } from '#contract/vault-error.ts';
import type { WorklistItem, WorklistKeys } from '#dicom/worklist.ts';
import { createPduGuard } from './pdu-guard.ts';
import { isAllowed, isLocalOnly, type ReceiverOptions } from './receiver-options.ts';
import type { Incoming, ScpPorts } from './vault-scp.ts';

export interface ReceiverPorts {
  readonly begin: (group: SecurityGroupId, source: string) => Promise<Incoming>;
  readonly onReceived: (callingAe: string) => void;
  /** Planned exams of the group, for the application entity that asks. @throws session_locked, request_too_large */
  readonly worklist: (request: {
    readonly group: SecurityGroupId;
    readonly station: string;
    readonly keys: WorklistKeys;
  }) => Promise<readonly WorklistItem[]>;
  /** Ids of the vault's groups. */
  readonly groups: () => readonly SecurityGroupId[];
  readonly onFailure: (error: unknown) => void;
}

export interface DicomListener {
  readonly port: number;
  /** Ends every association; objects that are not whole are gone. */
  readonly close: () => Promise<void>;
}

const IDLE_MS = 60_000;

/** @throws invalid_request when the group is not named and cannot be told; protocol_error when the port is taken. */
export async function listenDicom(options: ReceiverOptions, ports: ReceiverPorts): Promise<DicomListener> {
  if (options.group === undefined && ports.groups().length > 1)
    throw new VaultError('invalid_request', UNNAMED);
  const group = () => options.group ?? onlyOne(ports.groups());
  const { openScp } = await import('./open-scp.ts');
  const sockets = new Set<Socket>();
  let associations = 0;

  function admit(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // A peer that goes away is no failure of ours.
    socket.on('error', () => socket.destroy());
    const isFraming = createPduGuard();
    socket.on('data', (chunk) => {
      if (!isFraming(chunk)) socket.destroy();
    });
    const scpPorts: ScpPorts = {
      ae: options.ae,
      admits: (callingAe) => isAllowed(options.allow, callingAe, address),
      enter() {
        if (associations >= DICOM_ASSOCIATIONS_MAX) return false;
        associations += 1;
        socket.once('close', () => {
          associations -= 1;
        });
        return true;
      },
      begin: async (callingAe) => ports.begin(group(), callingAe),
      onReceived: ports.onReceived,
      worklist: async (station, keys) => ports.worklist({ group: group(), station, keys }),
      onFailure: ports.onFailure,
    };
    openScp(socket, scpPorts, IDLE_MS);
  }

  const hosts = isLocalOnly(options.allow) ? ['127.0.0.1', '::1'] : ['0.0.0.0'];
  const servers: Server[] = [];
  let { port } = options;
  for (const host of hosts) {
    const server = createServer(admit);
    server.maxConnections = DICOM_CONNECTIONS_MAX;
    try {
      port = await listen(server, port, host);
      servers.push(server);
    } catch (error) {
      if (host === '::1' && isMissingFamily(error)) continue;
      for (const each of servers) each.close();
      throw new VaultError('protocol_error', `The DICOM port ${port} cannot be opened.`);
    }
  }
  return {
    port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
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

const UNNAMED = 'Name the security group that receives: --dicom-group.';

/** A folder may be served before there is a vault in it. @throws group_key_unavailable */
function onlyOne(groups: readonly SecurityGroupId[]): SecurityGroupId {
  const [only] = groups;
  if (only !== undefined && groups.length === 1) return only;
  throw new VaultError(
    'group_key_unavailable',
    only === undefined ? 'There is no vault yet to receive anything.' : UNNAMED,
  );
}
