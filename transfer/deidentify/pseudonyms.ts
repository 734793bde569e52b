/**
 * Derives pseudonyms for a patient's identifiers: the same each time, because they follow from a secret of the
 * patient's record, and meaningless without it. Source: DICOM PS3.15 E.1 (replacement of UIDs, modified dates).
 */
import { hexOf } from '#bytes/hex.ts';

export interface Pseudonyms {
  /** Pseudonym of the patient: `P-` and eight characters. */
  readonly patient: string;
  /** Added to every date: negative, one to ten years. */
  readonly shiftDays: number;
  /** Replacement of an instance, study, series or any other UID. */
  readonly uid: (original: string) => Promise<string>;
  /** Replacement of a record's or resource's id. */
  readonly id: (original: string) => Promise<string>;
}

const SHIFT_MIN_DAYS = 365;
const SHIFT_SPAN_DAYS = 3285;
const UID_BYTES = 16;
const ID_BYTES = 16;
const NAME_CHARS = 8;

/** `secret`: hex, as the vault derives it from the patient's key. */
export async function createPseudonyms(secret: string): Promise<Pseudonyms> {
  const raw = Uint8Array.from(secret.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const known = new Map<string, Promise<Uint8Array>>();

  async function sign(name: string): Promise<Uint8Array> {
    return new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(name)));
  }

  function macOf(kind: string, original: string): Promise<Uint8Array> {
    const name = `${kind} ${original}`;
    const mac = known.get(name) ?? sign(name);
    known.set(name, mac);
    return mac;
  }

  const shift = new DataView((await macOf('shift', '')).buffer).getUint32(0) % SHIFT_SPAN_DAYS;
  return {
    patient: `P-${hexOf(await macOf('patient', ''))
      .slice(0, NAME_CHARS)
      .toUpperCase()}`,
    shiftDays: -(SHIFT_MIN_DAYS + shift),
    uid: async (original) =>
      `2.25.${BigInt(`0x${hexOf((await macOf('uid', original)).subarray(0, UID_BYTES))}`)}`,
    id: async (original) => hexOf((await macOf('id', original)).subarray(0, ID_BYTES)),
  };
}

/** Shifts `YYYY-MM-DD` by days; undefined for an invalid day. */
export function shiftedDay(day: string, days: number): string | undefined {
  const at = Date.parse(`${day}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(at)) return undefined;
  return new Date(at + days * 86_400_000).toISOString().slice(0, 10);
}
