/**
 * The two engines for everything symmetric, behind one face. The product runs on node:crypto wherever it has
 * AES-256-GCM, and on noble elsewhere; tests run every vector through both, so each proves the other.
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
