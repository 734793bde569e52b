/**
 * Unit of a PET file's values, and the factor to uptake by body weight (SUVbw, g/ml) where all inputs are present.
 * Source: DICOM PS3.3 C.8.9.1, C.8.9.2; QIBA FDG-PET/CT profile, "SUV Calculation Strategies".
 */
import type { DicomDataset } from '#dicom/read-dataset.ts';

const GRAMS_PER_KILOGRAM = 1000;
const DAY_SECONDS = 86_400;
/** A smaller dose was written in megabecquerels, because no scan is possible with so few becquerels. */
const DOSE_MIN_BECQUERELS = 100_000;
/** A larger weight was written in grams. */
const WEIGHT_MAX_KILOGRAMS = 1000;

/** Unit of the stated values, and the factor that converts them to it. */
export interface Uptake {
  readonly unit: string | null;
  readonly factor: number;
}

/** Units by SUVType, where Units is GML; body weight by default. Names of CID 85. Source: DICOM PS3.3 C.8.9.1.1.11. */
const BY_GRAM: Readonly<Record<string, string>> = {
  BW: 'SUVbw',
  LBM: 'SUVlbm',
  LBMJAMES128: 'SUVlbm(James128)',
  LBMJANMA: 'SUVlbm(Janma)',
  IBW: 'SUVibw',
};

export function uptakeOf(dataset: DicomDataset): Uptake {
  const type = dataset.text('x00541006')?.toUpperCase();
  switch (dataset.text('x00541001')?.toUpperCase()) {
    case 'GML':
      return { unit: BY_GRAM[type ?? 'BW'] ?? null, factor: 1 };
    case 'CM2ML':
      return { unit: (type ?? 'BSA') === 'BSA' ? 'SUVbsa' : null, factor: 1 };
    case 'BQML':
      return ofActivity(dataset, 1);
    case 'CNTS':
      return ofCounts(dataset);
    default:
      return { unit: null, factor: 1 };
  }
}

/**
 * Unit and factor for values that are activity concentrations.
 * @param toBecquerels factor from values to becquerels per millilitre.
 */
function ofActivity(dataset: DicomDataset, toBecquerels: number): Uptake {
  const activity = { unit: 'Bq/ml', factor: toBecquerels };
  if (!isCorrected(dataset)) return activity;
  const weight = positive(dataset.number('x00101030'));
  const dose = decayedDose(dataset);
  if (weight === undefined || weight > WEIGHT_MAX_KILOGRAMS || dose === undefined) return activity;
  return { unit: 'SUVbw', factor: (toBecquerels * weight * GRAMS_PER_KILOGRAM) / dose };
}

const PHILIPS = 'Philips PET Private Group';
const FIRST_BLOCK = 0x10;
const LAST_BLOCK = 0xff;

/** Counts of a Philips scanner, whose private elements have the factors to uptake or activity. */
function ofCounts(dataset: DicomDataset): Uptake {
  const none = { unit: null, factor: 1 };
  const block = Array.from({ length: LAST_BLOCK - FIRST_BLOCK + 1 }, (_, at) =>
    (FIRST_BLOCK + at).toString(16),
  ).find((each) => dataset.text(`x705300${each}`) === PHILIPS);
  if (block === undefined || !isCorrected(dataset)) return none;
  const uptake = positive(dataset.number(`x7053${block}00`));
  if (uptake !== undefined) return { unit: 'SUVbw', factor: uptake };
  const activity = positive(dataset.number(`x7053${block}09`));
  return activity === undefined ? none : ofActivity(dataset, activity);
}

/** True when attenuation and decay are among the listed corrections, or none are listed. */
function isCorrected(dataset: DicomDataset): boolean {
  const listed = dataset.text('x00280051');
  if (listed === undefined) return true;
  const corrections = listed.split('\\').map((each) => each.trim());
  return corrections.includes('ATTN') && corrections.includes('DECY');
}

const positive = (value: number | undefined): number | undefined =>
  value !== undefined && value > 0 ? value : undefined;

/** Becquerels at the time the values are corrected to: administration or series start. */
function decayedDose(dataset: DicomDataset): number | undefined {
  const [tracer] = dataset.items('x00540016');
  const stated = positive(tracer?.number('x00181074'));
  const dose = stated !== undefined && stated >= DOSE_MIN_BECQUERELS ? stated : undefined;
  const correction = dataset.text('x00541102');
  if (tracer === undefined || dose === undefined) return undefined;
  if (correction === 'ADMIN') return dose;
  const halfLife = positive(tracer.number('x00181075'));
  const elapsed = secondsUntilScan(dataset, tracer);
  if (correction !== 'START' || halfLife === undefined || elapsed === undefined) return undefined;
  return dose * 2 ** (-elapsed / halfLife);
}

/** Seconds from administration to series start; unknown for a derived series. */
function secondsUntilScan(dataset: DicomDataset, tracer: DicomDataset): number | undefined {
  const scan = instant(dataset.text('x00080021'), dataset.text('x00080031'));
  const acquired = instant(dataset.text('x00080022'), dataset.text('x00080032')) ?? scan;
  if (scan === undefined || acquired === undefined || scan > acquired) return undefined;
  const startedAt = tracer.text('x00181078');
  if (startedAt !== undefined) {
    const started = instant(startedAt.slice(0, 8), startedAt.slice(8).replace(/[+-]\d{4}$/, ''));
    return started === undefined || started > scan ? undefined : scan - started;
  }
  const started = instant(dataset.text('x00080021'), tracer.text('x00181072'));
  if (started === undefined) return undefined;
  // A time without a date that is after the scan belongs to the day before.
  return started > scan ? scan - started + DAY_SECONDS : scan - started;
}

/** Converts date and time to seconds, in the scanner's local time. */
function instant(day: string | undefined, time: string | undefined): number | undefined {
  const days = /^(\d{4})\.?(\d{2})\.?(\d{2})$/.exec(day ?? '');
  const parts = /^(\d{2}):?(\d{2})?:?(\d{2}(?:\.\d+)?)?/.exec(time ?? '');
  if (days === null || parts === null) return undefined;
  const midnight = Date.UTC(Number(days[1]), Number(days[2]) - 1, Number(days[3])) / 1000;
  return midnight + Number(parts[1]) * 3600 + Number(parts[2] ?? 0) * 60 + Number(parts[3] ?? 0);
}
