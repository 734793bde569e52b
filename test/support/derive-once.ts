/**
 * Caches Argon2id results per process, because tests open the same vaults repeatedly and each derivation takes a
 * quarter of a second. Only with the product's parameters; published vectors are always computed. Off in processes
 * whose memory is searched.
 */
import nodeCrypto, { type Argon2Parameters, createHash } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { serialize } from 'node:v8';
import { ARGON2_PARAMS } from '#crypto/principals/passphrase.ts';

type Argon2 = typeof nodeCrypto.argon2;

/** On the global object, because each test file loads this module again. */
const place: typeof globalThis & { argon2Answers?: Map<string, Buffer> } = globalThis;
place.argon2Answers ??= begin(nodeCrypto.argon2, new Map());

function begin(argon2: Argon2 | undefined, answers: Map<string, Buffer>): Map<string, Buffer> {
  // Node before 24.7 has no Argon2.
  if (argon2 === undefined) return answers;
  const remembering: Argon2 = (algorithm, input, callback) => {
    if (input.memory !== ARGON2_PARAMS.m) return argon2(algorithm, input, callback);
    const name = nameOf(input);
    const known = answers.get(name);
    // Return a copy, because the caller wipes it.
    if (known) return void setImmediate(callback, null, Buffer.from(known));
    argon2(algorithm, input, (error, key) => {
      if (!error) answers.set(name, Buffer.from(key));
      callback(error, key);
    });
  };
  Object.assign(nodeCrypto, { argon2: remembering });
  syncBuiltinESMExports();
  return answers;
}

function nameOf(input: Argon2Parameters): string {
  return createHash('sha256').update(serialize(input)).digest('hex');
}

/** Disables the cache for a test that needs the time of a derivation. */
export function deriveAnew(): void {
  place.argon2Answers?.clear();
}
