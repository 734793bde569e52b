/** Worker thread for one Argon2id derivation. Shipped as a separate file beside a bundle. */
import { parentPort, workerData } from 'node:worker_threads';
import { argon2id } from '@noble/hashes/argon2.js';
import type { Argon2Input } from './argon2id.ts';

const { password, salt, params, length, secret, associatedData }: Argon2Input = workerData;
const tag = argon2id(password, salt, {
  ...params,
  dkLen: length,
  ...(secret === undefined ? {} : { key: secret }),
  ...(associatedData === undefined ? {} : { personalization: associatedData }),
});
parentPort?.postMessage(tag);
