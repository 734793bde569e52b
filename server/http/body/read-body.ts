/**
 * Reads a request body whole, up to the JSON limit. A longer one is still read on for a while before
 * the refusal, because a client that is cut off while sending never sees the answer.
 * Source: choices, "Ids, times, order of checks".
 */
import { BODY_DRAIN_MAX_BYTES, JSON_BODY_MAX_BYTES } from '#contract/limits.ts';
import { VaultError } from '#contract/vault-error.ts';

/** @throws request_too_large (rejects), or the stream's own error when the client goes away. */
export function readBody(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let received = 0;

  stream.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received <= JSON_BODY_MAX_BYTES) chunks.push(chunk);
    else chunks.length = 0;
    if (received > BODY_DRAIN_MAX_BYTES) {
      stream.removeAllListeners('data');
      stream.pause();
      reject(tooLarge({ connection: 'close' }));
    }
  });
  stream.once('end', () => {
    if (received > JSON_BODY_MAX_BYTES) reject(tooLarge({}));
    else resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
  });
  stream.once('error', reject);
  return promise;
}

function tooLarge(headers: Readonly<Record<string, string>>): VaultError {
  const mebibytes = JSON_BODY_MAX_BYTES / (1024 * 1024);
  return new VaultError('request_too_large', `A JSON body may hold at most ${mebibytes} MiB.`, { headers });
}
