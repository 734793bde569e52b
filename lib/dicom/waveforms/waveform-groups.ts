/**
 * Reads the multiplex groups of a waveform object: channels, rate, and samples as values in their unit. Source: DICOM
 * PS3.3 C.10.9.
 */
import { conceptOf, conceptText, oneLine, unitText } from '#dicom/documents/coded-concept.ts';
import type { DicomDataset } from '#dicom/read-dataset.ts';
import { sampleReader } from './sample-reader.ts';

const GROUPS = 'x54000100';
const CHANNELS = 'x003a0200';
const DATA = 'x54001010';
const BITS_PER_BYTE = 8;
/** More channels than any recording; a damaged count must not become a loop. */
const CHANNELS_MAX = 1024;

export interface WaveformChannel {
  readonly label: string;
  /** Unit with its meaning, for a text; undefined without calibration. */
  readonly unit: string | undefined;
  /** UCUM code of the unit, `uV`. */
  readonly unitCode: string | undefined;
  /** Unit per step; undefined without calibration. */
  readonly sensitivity: number | undefined;
  readonly baseline: number;
  readonly definition: DicomDataset;
}

export interface WaveformGroup {
  readonly label: string | undefined;
  readonly hertz: number | undefined;
  readonly samples: number;
  /** Seconds; undefined without a rate. */
  readonly seconds: number | undefined;
  readonly channels: readonly WaveformChannel[];
  /** `ORIGINAL` or `DERIVED`. */
  readonly originality: string | undefined;
  readonly dataset: DicomDataset;
}

/** True for an object with waveforms. */
export function hasWaveforms(dataset: DicomDataset): boolean {
  return dataset.element(GROUPS) !== undefined;
}

export function waveformGroups(dataset: DicomDataset): WaveformGroup[] {
  return dataset.items(GROUPS).map((group) => {
    const hertz = positive(group.number('x003a001a'));
    const samples = Math.max(0, Math.trunc(group.number('x003a0010') ?? 0));
    const definitions = group.items(CHANNELS).slice(0, CHANNELS_MAX);
    return {
      label: group.text('x003a0020'),
      hertz,
      samples,
      seconds: hertz === undefined ? undefined : samples / hertz,
      channels: definitions.map(channelOf),
      originality: group.text('x003a0004'),
      dataset: group,
    };
  });
}

function channelOf(definition: DicomDataset, at: number): WaveformChannel {
  const [unit] = definition.items('x003a0211');
  const sensitivity = positive(definition.number('x003a0210'));
  const isCalibrated = sensitivity !== undefined && unit !== undefined;
  const correction = positive(definition.number('x003a0212')) ?? 1;
  return {
    label: oneLine(definition.text('x003a0203') ?? conceptOf(definition, 'x003a0208') ?? `Channel ${at + 1}`),
    unit: isCalibrated ? (unitText(unit) ?? conceptText(unit)) : undefined,
    unitCode: isCalibrated ? unit.text('x00080100') : undefined,
    sensitivity: isCalibrated ? sensitivity * correction : undefined,
    baseline: isCalibrated ? (definition.number('x003a0213') ?? 0) : 0,
    definition,
  };
}

function positive(value: number | undefined): number | undefined {
  return value !== undefined && value > 0 ? value : undefined;
}

/** True where samples have a known form, whether or not all of them are there. */
export function hasKnownSamples({ dataset }: WaveformGroup): boolean {
  return sampleReader(dataset.text('x54001006'), dataset.number('x54001004') ?? 0) !== undefined;
}

/** Reads the value of a channel at a sample, in its unit or in steps; undefined for padding. */
export type ValueAt = (sample: number) => number | undefined;

/**
 * Values of each channel. Undefined where the bytes are fewer than the group states, or in an unknown form.
 * @param isLittleEndian byte order of the file.
 */
export function channelValues(group: WaveformGroup, isLittleEndian: boolean): ValueAt[] | undefined {
  const { dataset, channels, samples } = group;
  const bits = dataset.number('x54001004') ?? 0;
  const data = dataset.bytes(DATA);
  const read = sampleReader(dataset.text('x54001006'), bits);
  const stated = dataset.number('x003a0005') ?? channels.length;
  if (data === undefined || read === undefined || channels.length === 0 || stated !== channels.length) {
    return undefined;
  }
  const width = bits / BITS_PER_BYTE;
  if (samples < 1 || data.length < samples * channels.length * width) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const padding = paddingOf(dataset, read, isLittleEndian, width);
  return channels.map(({ sensitivity, baseline }, channel) => (sample) => {
    if (sample < 0 || sample >= samples) return undefined;
    const value = read(view, (sample * channels.length + channel) * width, isLittleEndian);
    return value === padding ? undefined : value * (sensitivity ?? 1) + baseline;
  });
}

/** WaveformPaddingValue has the form of a sample. */
function paddingOf(
  dataset: DicomDataset,
  read: NonNullable<ReturnType<typeof sampleReader>>,
  isLittleEndian: boolean,
  width: number,
): number | undefined {
  const bytes = dataset.bytes('x5400100a');
  if (bytes === undefined || bytes.length < width) return undefined;
  return read(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0, isLittleEndian);
}
