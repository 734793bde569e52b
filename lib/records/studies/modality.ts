/** Compares two modalities as a reader sees them: some codes mean the same. Source: DICOM PS3.3 C.7.3.1.1.1. */
import { foldText } from '#records/folded-text.ts';

/** Plain radiographs, as cassettes, detectors, orders and older systems call them. */
const RADIOGRAPHS: ReadonlySet<string> = new Set(['cr', 'dx', 'rg', 'xr']);

export function isSameModality(one: string, other: string): boolean {
  const [first, second] = [foldText(one.trim()), foldText(other.trim())];
  return first === second || (RADIOGRAPHS.has(first) && RADIOGRAPHS.has(second));
}
