/** Puts the library's association on a socket; imported when the DICOM port is opened, and not before. */
import type { Socket } from 'node:net';
import dimse from 'dcmjs-dimse';
import { IMPLEMENTATION_CLASS_UID, IMPLEMENTATION_VERSION } from '#dicom/part10.ts';
import { type ScpPorts, VaultScp } from './vault-scp.ts';

const PDU_BYTES = 128 * 1024;
/** Queries are read from their bytes (`worklist-query.ts`): the library knows one character set a data set. */
const READ_NOTHING = { untilTag: '00000000', stopOnGreaterTag: true, ignoreErrors: true };

// It would write names of patients to the console.
dimse.log.disableAll();
dimse.Implementation.setImplementationClassUid(IMPLEMENTATION_CLASS_UID);
dimse.Implementation.setImplementationVersion(IMPLEMENTATION_VERSION);
dimse.Implementation.setMaxPduLength(PDU_BYTES);

export function openScp(socket: Socket, ports: ScpPorts, idleMs: number): void {
  const options = {
    connectTimeout: idleMs,
    associationTimeout: idleMs,
    pduTimeout: idleMs,
    datasetReadOptions: READ_NOTHING,
  };
  const scp = new VaultScp(socket, options, ports);
  // The library's own server sets these for its time limits.
  Object.assign(scp, { connected: true, connectedTime: Date.now() });
  scp.on('networkError', () => socket.destroy());
}
