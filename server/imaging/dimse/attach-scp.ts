/** Attaches the DICOM library's association handler to a socket; loaded only when the DICOM port is opened. */
import type { Socket } from 'node:net';
import dimse from 'dcmjs-dimse';
import { IMPLEMENTATION_CLASS_UID, IMPLEMENTATION_VERSION } from '#dicom/part10-header.ts';
import { type ScpPorts, VaultScp } from './vault-scp.ts';

const PDU_BYTES = 128 * 1024;
/**
 * The library reads no query data set, because it supports one character set per data set; `worklist-query.ts` does.
 */
const READ_NOTHING = { untilTag: '00000000', stopOnGreaterTag: true, ignoreErrors: true };

// Its log would print patient names to the console.
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
