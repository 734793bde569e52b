/** Windows by the kind of picture, on the keys 1 to 3. Shades are Hounsfield units only in CT. */
export interface WindowPreset {
  readonly id: 'lung' | 'soft' | 'bone';
  readonly center: number;
  readonly width: number;
}

const CT: readonly WindowPreset[] = [
  { id: 'lung', center: -600, width: 1500 },
  { id: 'soft', center: 40, width: 400 },
  { id: 'bone', center: 400, width: 1800 },
];

export function presetsOf(modality: string | null | undefined): readonly WindowPreset[] {
  return modality === 'CT' ? CT : [];
}
