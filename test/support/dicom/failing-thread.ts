/** DICOM port thread whose reader always fails, simulating a fault in the protocol library. */
import { createServer } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const server = createServer(() => {
  throw new RangeError('What the peer sent.');
});
server.listen(workerData.port, '127.0.0.1', () => {
  const address = server.address();
  parentPort?.postMessage({ kind: 'opened', port: typeof address === 'object' ? address?.port : 0 });
});
