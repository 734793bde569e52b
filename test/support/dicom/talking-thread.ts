/** In the place of the DICOM thread: writes what a peer sent to the console, as libraries do, and fails. */
import { parentPort } from 'node:worker_threads';

console.error('Truncating value Zilpzalp^Anna');
console.log('Truncating value Zilpzalp^Anna');
process.stderr.write('', () => parentPort?.postMessage({ kind: 'opened', port: 1 }));
