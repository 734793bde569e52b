import { inspect } from 'node:util';
import { wipe } from './bytes.ts';
import { CryptoError } from './crypto-error.ts';

const REDACTED = '[redacted]';

/** Holds a long-lived key so that logging, JSON or inspection prints `[redacted]`. Owns the bytes: `dispose` wipes them. */
export class Secret<T extends Uint8Array> {
  #bytes: T | null;

  constructor(bytes: T) {
    this.#bytes = bytes;
  }

  /** @throws CryptoError after dispose. */
  get value(): T {
    if (this.#bytes === null) throw new CryptoError();
    return this.#bytes;
  }

  dispose(): void {
    if (this.#bytes !== null) wipe(this.#bytes);
    this.#bytes = null;
  }

  toJSON(): string {
    return REDACTED;
  }

  toString(): string {
    return REDACTED;
  }

  [inspect.custom](): string {
    return REDACTED;
  }
}
