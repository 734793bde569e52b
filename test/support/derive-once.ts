/**
 * Argon2id takes a quarter of a second of a processor, and tests open the same few vaults again and again. Node's own
 * answer is therefore kept in the process that runs them, and given again for the same passphrase, salt and cost.
 * Only for the product's cost: the published vector is always computed. Not in processes whose memory is searched.
 */
import nodeCrypto, { type Argon2Parameters, createHash } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { serialize } from 'node:v8';
import { ARGON2_PARAMS } from '#crypto/principals/passphrase.ts';

type Argon2 = typeof nodeCrypto.argon2;

/** A process takes this file in anew with every file of tests. */
const place: typeof globalThis & { argon2Answers?: Map<string, Buffer> } = globalThis;
place.argon2Answers ??= begin(nodeCrypto.argon2, new Map());

function begin(argon2: Argon2 | undefined, answers: Map<string, Buffer>): Map<string, Buffer> {
  // Node before 24.7 has none.
  if (argon2 === undefined) return answers;
  const remembering: Argon2 = (algorithm, input, callback) => {
    if (input.memory !== ARGON2_PARAMS.m) return argon2(algorithm, input, callback);
    const name = nameOf(input);
    const known = answers.get(name);
    // Whoever asked wipes what it is given.
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

/** For a test that is about what happens while somebody's passphrase is being derived. */
export function deriveAnew(): void {
  place.argon2Answers?.clear();
}
