/**
 * Window presets (VOI) by the unit of the pixel values, on keys 1 to 3. Values in other units than Hounsfield
 * units or uptake get none, because a tissue window would be misleading there.
 */
export interface WindowPreset {
  readonly id: 'lung' | 'soft' | 'bone' | 'uptake5' | 'uptake10';
  readonly center: number;
  readonly width: number;
}

const PRESETS: Readonly<Record<string, readonly WindowPreset[]>> = {
  HU: [
    { id: 'lung', center: -600, width: 1500 },
    { id: 'soft', center: 40, width: 400 },
    { id: 'bone', center: 400, width: 1800 },
  ],
  SUVbw: [
    { id: 'uptake5', center: 2.5, width: 5 },
    { id: 'uptake10', center: 5, width: 10 },
  ],
};

/**
 * Returns the window presets of a picture. @param unit of the frame; undefined before it is known, null if the file
 * states none.
 */
export function presetsOf(unit: string | null | undefined): readonly WindowPreset[] {
  return Object.hasOwn(PRESETS, unit ?? '') ? (PRESETS[unit ?? ''] ?? []) : [];
}
