/**
 * The value representation an element is read and written by: its own, the profile's where the file has none, or what its
 * bytes look like. Source: DICOM PS3.5 6.2.
 */
import type { DataSet, Element } from 'dicom-parser';
import { actionOn } from './profile.ts';
import { valueBytes } from './value-bytes.ts';

const UID = /^[0-2](?:\.\d+){3,}\0?$/;
const TEXT_MAX_BYTES = 10_240;

/** `UN`: nothing says what it is. */
export function representationOf(data: DataSet, item: Element, tag: string): string {
  if (item.items !== undefined) return 'SQ';
  if (item.vr !== undefined && item.vr !== 'UN') return item.vr;
  const action = actionOn(tag);
  if (action?.act === 'uid') return 'UI';
  if (action?.act === 'date') return 'DA';
  if (action?.act === 'dateTime') return 'DT';
  if (action?.act === 'time') return 'TM';
  if (action?.act === 'dummy') return action.vr;
  const value = valueBytes(data, item);
  if (item.vr === 'UN') return 'UN';
  if (value.length <= 64 && UID.test(String.fromCharCode(...value))) return 'UI';
  return readsAsText(value) ? 'LO' : 'UN';
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
