/** DICOM codes for the pixel values of a region in a measurement report. Source: DICOM PS3.16 CID 84, CID 85, D-1. */
import { type Code, dcm, ucum } from './content-items.ts';

interface Shades {
  readonly name: Code;
  readonly unit: Code;
}

/** Names by unit; values without one have a name for MR only. */
export const SHADES: Readonly<Record<string, Shades>> = {
  HU: { name: dcm('112031', 'Attenuation Coefficient'), unit: ucum("[hnsf'U]", 'Hounsfield unit') },
  SUVbw: { name: dcm('126401', 'SUVbw'), unit: ucum('g/ml{SUVbw}', 'Standardized Uptake Value body weight') },
  SUVlbm: {
    name: dcm('126402', 'SUVlbm'),
    unit: ucum('g/ml{SUVlbm}', 'Standardized Uptake Value lean body mass (James)'),
  },
  'SUVlbm(James128)': {
    name: dcm('126406', 'SUVlbm(James128)'),
    unit: ucum('g/ml{SUVlbm(James128)}', 'Standardized Uptake Value lean body mass (James 128 multiplier)'),
  },
  'SUVlbm(Janma)': {
    name: dcm('126405', 'SUVlbm(Janma)'),
    unit: ucum('g/ml{SUVlbm(Janma)}', 'Standardized Uptake Value lean body mass (Janma)'),
  },
  SUVbsa: {
    name: dcm('126403', 'SUVbsa'),
    unit: ucum('cm2/ml{SUVbsa}', 'Standardized Uptake Value body surface area'),
  },
  SUVibw: {
    name: dcm('126404', 'SUVibw'),
    unit: ucum('g/ml{SUVibw}', 'Standardized Uptake Value ideal body weight'),
  },
  Gy: { name: dcm('128513', 'Absorbed Dose'), unit: ucum('Gy', 'gray') },
};
export const SIGNAL: Shades = { name: dcm('110852', 'MR signal intensity'), unit: ucum('1', 'no units') };
