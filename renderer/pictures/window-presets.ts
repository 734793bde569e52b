/**
 * Window presets (VOI) by the unit of what is shown, on the keys 1 to 3. A window is a claim about values: where they are no Hounsfield
 * units or uptakes, as in an iodine map, a window of tissues would show another picture.
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

/** @param unit of the frame; undefined while it is not known, null where the file says none. */
export function presetsOf(unit: string | null | undefined): readonly WindowPreset[] {
  return Object.hasOwn(PRESETS, unit ?? '') ? (PRESETS[unit ?? ''] ?? []) : [];
}
