/**
 * Reads bodies whole. Large ones of a certificate are held a few at a time: the next is paused until one of them is
 * parsed, so that nobody fills the memory with bodies that never end.
 */
import { VaultError } from '#contract/errors/vault-error.ts';
import {
  BODY_DRAIN_MAX_BYTES,
  JSON_BODY_MAX_BYTES,
  LARGE_BODIES_PER_CERTIFICATE,
  SMALL_BODY_MAX_BYTES,
} from '#contract/limits.ts';
import { wipe } from '#crypto/bytes.ts';
import { createByteCollector } from '#server/system/byte-collector.ts';
import { createKeyedQueue, waitForTurn } from '#server/system/queue-per-key.ts';

/** More than connections of any client of ours. */
const WAITING_MAX = 1024;

export interface ReadBody {
  readonly bytes: Buffer;
  /** Call once the bytes are parsed: another large body may then be read. */
  readonly release: () => void;
}

/**
 * Reads the complete body, up to the JSON limit. One that is refused is read a little further before the refusal,
 * because a client that is cut off while sending never sees the response.
 * @param key the certificate. @throws request_too_large, rate_limited (reject), or the stream's own error when the
 * client disconnects.
 */
export type BodyReader = (key: string, stream: NodeJS.ReadableStream) => Promise<ReadBody>;

export function createBodyReader(waitingMax = WAITING_MAX): BodyReader {
  const largeInLine = createKeyedQueue(waitingMax, LARGE_BODIES_PER_CERTIFICATE);

  return (key, stream) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadBody>();
    /** The only chunk of a body that has one: most have, and it need not be copied. */
    let only: Buffer | undefined;
    const held = createByteCollector();
    let received = 0;
    let refusal: Error | undefined;
    let place: Promise<() => void> | undefined;

    function release(): void {
      place?.then(
        (leave) => leave(),
        () => undefined,
      );
    }

    function keep(chunk: Buffer): void {
      if (only === undefined && held.size() === 0) {
        only = chunk;
        return;
      }
      for (const each of only === undefined ? [chunk] : [only, chunk]) {
        held.add(each);
        wipe(each);
      }
      only = undefined;
    }

    function taken(): Buffer {
      const bytes = only ?? held.joined();
      held.wipe();
      return bytes;
    }

    function refuse(error: Error): void {
      refusal ??= error;
      wipe(taken());
      only = undefined;
      release();
    }

    function waitForPlace(): void {
      stream.pause();
      place = waitForTurn(largeInLine, key);
      place.catch(refuse).finally(() => stream.resume());
    }

    stream.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > JSON_BODY_MAX_BYTES) refuse(tooLarge({}));
      if (refusal === undefined) keep(chunk);
      if (received > BODY_DRAIN_MAX_BYTES) {
        stream.removeAllListeners('data');
        stream.pause();
        reject(tooLarge({ connection: 'close' }));
      } else if (refusal === undefined && received > SMALL_BODY_MAX_BYTES && place === undefined)
        waitForPlace();
    });
    stream.once('end', () => {
      if (refusal === undefined) resolve({ bytes: taken(), release });
      else reject(refusal);
    });
    stream.once('error', (error) => {
      refuse(error);
      reject(error);
    });
    return promise;
  };
}

function tooLarge(headers: Readonly<Record<string, string>>): VaultError {
  const mebibytes = JSON_BODY_MAX_BYTES / (1024 * 1024);
  return new VaultError('request_too_large', `A JSON body may have at most ${mebibytes} MiB.`, { headers });
}
