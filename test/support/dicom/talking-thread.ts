/** DICOM port thread that prints received data to the console, as libraries may, and fails. */
import { parentPort } from 'node:worker_threads';

console.error('Truncating value Zilpzalp^Anna');
console.log('Truncating value Zilpzalp^Anna');
process.stderr.write('', () => parentPort?.postMessage({ kind: 'opened', port: 1 }));
