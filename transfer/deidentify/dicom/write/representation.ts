/**
 * The value representation an element is read and written by: its real one, or the profile's where nobody knows that; and
 * whether bytes look like words. Source: DICOM PS3.5 6.2.
 */
import type { Element } from 'dicom-parser';
import { actionOn } from '#deidentify/dicom/profile.ts';

const TEXT_MAX_BYTES = 10_240;

/** `UN`: nothing says what it is. An element has its real representation; where that is not known, the profile's counts. */
export function representationOf({ items, vr = 'UN' }: Element, tag: string): string {
  if (items !== undefined) return 'SQ';
  const action = vr === 'UN' ? actionOn(tag) : undefined;
  if (action?.act === 'uid') return 'UI';
  if (action?.act === 'date') return 'DA';
  if (action?.act === 'dateTime') return 'DT';
  if (action?.act === 'time') return 'TM';
  return action?.act === 'dummy' ? action.vr : vr;
}

/** What reads as words, where nothing says whether it is a text. */
export function readsAsText(value: Uint8Array): boolean {
  if (value.length > TEXT_MAX_BYTES) return false;
  let letters = 0;
  for (const byte of value) {
    if (byte < 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x1b && byte !== 0) return false;
    if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) letters += 1;
  }
  return letters >= 3;
}
