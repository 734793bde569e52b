/**
 * The value representation to write an element with: its real one, or the profile's where unknown. Also tests whether
 * bytes look like text. Source: DICOM PS3.5 6.2.
 */
import type { Element } from 'dicom-parser';
import { actionOn } from '#deidentify/dicom/confidentiality-profile.ts';

const TEXT_MAX_BYTES = 10_240;

/** Returns `UN` where neither the element nor the profile states it. */
export function representationOf({ items, vr = 'UN' }: Element, tag: string): string {
  if (items !== undefined) return 'SQ';
  const action = vr === 'UN' ? actionOn(tag) : undefined;
  if (action?.act === 'uid') return 'UI';
  if (action?.act === 'date') return 'DA';
  if (action?.act === 'dateTime') return 'DT';
  if (action?.act === 'time') return 'TM';
  return action?.act === 'dummy' ? action.vr : vr;
}

/** True for bytes that look like text, where no representation is known. */
export function readsAsText(value: Uint8Array): boolean {
  if (value.length > TEXT_MAX_BYTES) return false;
  let letters = 0;
  for (const byte of value) {
    if (byte < 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x1b && byte !== 0) return false;
    if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) letters += 1;
  }
  return letters >= 3;
}
