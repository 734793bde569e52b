/**
 * Converts one frame's samples to values with a unit: rescale, dose grid scaling, standardised uptake. A unit is set
 * only where the file states or implies it. Source: DICOM PS3.3 C.11.1, C.8.8.3, C.8.9.1.
 */
import type { DicomDataset } from '#dicom/read-dataset.ts';
import { macroItems } from './functional-groups.ts';
import { uptakeOf } from './suv.ts';

export interface Rescale {
  readonly slope: number;
  readonly intercept: number;
  /** `HU`, `SUVbw`, `Gy`, …; null where the file neither states nor implies one. */
  readonly unit: string | null;
  /** Included in slope and intercept; windows of the file must be multiplied by it. */
  readonly unitFactor: number;
}

const PIXEL_VALUE_TRANSFORMATION = 'x00289145';
const SECONDARY_CAPTURE = '1.2.840.10008.5.1.4.1.1.7';
/** Units of values by RescaleType. */
const UNITS: Readonly<Record<string, string>> = { HU: 'HU', MGML: 'mg/ml', PCT: '%' };

/** Slope, intercept and unit of a frame. @param frame from 0. */
export function rescaleOf(dataset: DicomDataset, frame: number): Rescale {
  const [own] = macroItems(dataset, frame, PIXEL_VALUE_TRANSFORMATION);
  const source = own ?? dataset;
  const stated = {
    slope: source.number('x00281053'),
    intercept: source.number('x00281052'),
  };
  // A zero slope would map all samples to one value, so such a rescale is ignored, as in DCMTK.
  if (stated.slope === 0) return { slope: 1, intercept: 0, unit: null, unitFactor: 1 };
  const plain = { slope: stated.slope ?? 1, intercept: stated.intercept ?? 0 };
  const modality = dataset.text('x00080060');
  const mapped = mappedOf(dataset, frame, plain);
  if (mapped !== undefined) return mapped;
  if (modality === 'RTDOSE') return doseOf(dataset, plain);
  if (modality === 'PT') {
    const { factor, unit } = uptakeOf(dataset);
    return scaled(plain, factor, unit);
  }
  const isStated = stated.slope !== undefined && stated.intercept !== undefined;
  const unit = unitOf(dataset, source.text('x00281054'), isStated);
  return { ...plain, unit, unitFactor: 1 };
}

/** Unit by RescaleType or ModalityLUTType; null for other terms. */
export function unitOfType(type: string): string | null {
  return UNITS[type.toUpperCase()] ?? null;
}

/**
 * A CT with rescale and without type is in Hounsfield units; screen captures have none, and multi-energy images must
 * state their own.
 */
function unitOf(dataset: DicomDataset, rescaleType: string | undefined, isStated: boolean): string | null {
  if (rescaleType !== undefined) return unitOfType(rescaleType);
  const isCapture = dataset.text('x00080016')?.startsWith(SECONDARY_CAPTURE) ?? false;
  const isOfEnergies = dataset.text('x00189361') === 'YES';
  return dataset.text('x00080060') === 'CT' && isStated && !isCapture && !isOfEnergies ? 'HU' : null;
}

const PARAMETRIC_MAP = '1.2.840.10008.5.1.4.1.1.30';
/** A longer unit is a sentence. */
const UNIT_MAX_CHARS = 16;

/**
 * Real-world values of a parametric map, where the frame has one linear mapping without an offset, which windows could
 * not follow.
 */
function mappedOf(dataset: DicomDataset, frame: number, plain: Plain): Rescale | undefined {
  if (dataset.text('x00080016') !== PARAMETRIC_MAP) return undefined;
  const mappings = macroItems(dataset, frame, 'x00409096');
  const [mapping] = mappings;
  const slope = mapping?.number('x00409225');
  const isPlain = plain.slope === 1 && plain.intercept === 0;
  if (mappings.length !== 1 || !isPlain || slope === undefined || slope === 0) return undefined;
  if (mapping?.number('x00409224') !== 0) return undefined;
  const unit = mapping.items('x004008ea')[0]?.text('x00080100');
  return scaled(plain, slope, unit !== undefined && unit.length <= UNIT_MAX_CHARS ? unit : null);
}

type Plain = Pick<Rescale, 'slope' | 'intercept'>;

function scaled({ slope, intercept }: Plain, unitFactor: number, unit: string | null): Rescale {
  return { slope: slope * unitFactor, intercept: intercept * unitFactor, unit, unitFactor };
}

function doseOf(dataset: DicomDataset, plain: Plain): Rescale {
  const scaling = dataset.number('x3004000e');
  if (scaling === undefined || scaling <= 0) return { ...plain, unit: null, unitFactor: 1 };
  return scaled(plain, scaling, dataset.text('x30040002') === 'GY' ? 'Gy' : null);
}
