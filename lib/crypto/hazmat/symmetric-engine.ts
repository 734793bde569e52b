/**
 * The two engines for all symmetric primitives behind one interface: node:crypto wherever it has AES-256-GCM, else
 * noble. Tests run every vector through both, so each verifies the other.
 */
import { getCiphers } from 'node:crypto';
import { type Aead, nativeAesGcm, nobleAesGcm } from './aes-gcm.ts';
import { type Hmac, nativeHmac, nobleHmac } from './hkdf.ts';

export interface Engine {
  readonly name: 'node:crypto' | 'noble';
  readonly aesGcm: (key: Uint8Array) => Aead;
  readonly hmac: Hmac;
}

export const nativeEngine: Engine = { name: 'node:crypto', aesGcm: nativeAesGcm, hmac: nativeHmac };
export const nobleEngine: Engine = { name: 'noble', aesGcm: nobleAesGcm, hmac: nobleHmac };

export const engine: Engine = getCiphers().includes('aes-256-gcm') ? nativeEngine : nobleEngine;
