/**
 * Keeps long-lived keys out of logs: a wrapped value prints as `[redacted]` in JSON, templates and inspection. Protects
 * against accidental printing, not against code that reads the value.
 */
import { inspect } from 'node:util';
import { wipe } from './bytes.ts';
import { CryptoError } from './crypto-error.ts';

const REDACTED = '[redacted]';
const PRINTERS = ['toJSON', 'toString', inspect.custom] as const;

/** Freezes the object, which from now on prints as `[redacted]`. */
export function redacted<T extends object>(holder: T): T {
  for (const printer of PRINTERS) Object.defineProperty(holder, printer, { value: () => REDACTED });
  return Object.freeze(holder);
}

/** Holds one long-lived key; `dispose` wipes it. */
export class Secret<T extends Uint8Array> {
  #bytes: T | null;

  constructor(bytes: T) {
    this.#bytes = bytes;
    redacted(this);
  }

  /** The key. @throws CryptoError after dispose. */
  get value(): T {
    if (this.#bytes === null) throw new CryptoError();
    return this.#bytes;
  }

  dispose(): void {
    if (this.#bytes !== null) wipe(this.#bytes);
    this.#bytes = null;
  }
}
