/**
 * Wire types of a DICOM file's header summary and series. Texts are as the sender wrote them (dates `YYYYMMDD`, names
 * with carets), decoded to Unicode; missing values are null.
 * Source: choices, "DICOM"; DICOM PS3.3 C.7.
 */
import { type Static, Type } from 'typebox';
import { NodeIdSchema } from '#contract/ids.ts';
import { NullableInteger, NullableString } from '#contract/nullable-schemas.ts';

const Numbers = Type.Unsafe<number[] | null>({ type: ['array', 'null'], items: { type: 'number' } });
const NullableNumber = Type.Unsafe<number | null>({ type: ['number', 'null'] });

/** Reference of the pixel spacing: the patient, the detector, or the detector corrected for magnification. */
export const SPACING_BASES = ['patient', 'detector', 'magnification'] as const;
export type SpacingBasis = (typeof SPACING_BASES)[number];
const NullableBasis = Type.Unsafe<SpacingBasis | null>({
  enum: [...SPACING_BASES, null],
});

const GEOMETRY = {
  /** Millimetres between rows, between columns; null: lengths cannot be measured. */
  pixel_spacing: Numbers,
  slice_thickness: NullableNumber,
  /** x, y, z of the first pixel in millimetres. */
  image_position: Numbers,
  /** Six direction cosines: along a row, along a column. */
  image_orientation: Numbers,
};

/** Geometry of one frame, where it differs from the first. */
const FrameGeometrySchema = Type.Partial(Type.Object({ ...GEOMETRY, spacing_basis: NullableBasis }));
export type DicomFrameGeometry = Static<typeof FrameGeometrySchema>;

export const DicomHeaderSchema = Type.Object({
  transfer_syntax_uid: NullableString,
  sop_class_uid: NullableString,
  instance_uid: NullableString,
  series_uid: NullableString,
  study_uid: NullableString,
  modality: NullableString,
  study_date: NullableString,
  study_time: NullableString,
  study_id: NullableString,
  study_description: NullableString,
  accession_number: NullableString,
  series_number: NullableInteger,
  series_description: NullableString,
  body_part: NullableString,
  instance_number: NullableInteger,
  patient_name: NullableString,
  patient_id: NullableString,
  patient_birth_date: NullableString,
  patient_sex: NullableString,
  referring_physician: NullableString,
  institution: NullableString,
  rows: NullableInteger,
  columns: NullableInteger,
  /** Number of frames; 0 where the file has no pixels. */
  frames: Type.Integer(),
  photometric_interpretation: NullableString,
  ...GEOMETRY,
  /** Milliseconds per frame of a cine loop. */
  frame_time: NullableNumber,
  // Missing for files read by older releases, until they are processed again.
  spacing_basis: Type.Optional(NullableBasis),
  /** Height and width of a pixel as a ratio, where it is not square and has no spacing. */
  pixel_aspect_ratio: Type.Optional(Numbers),
  /** Milliseconds from the previous frame to each frame, where they differ. */
  frame_times: Type.Optional(Numbers),
  /** Geometry by frame; null means that all frames have the first one's. */
  frame_geometry: Type.Optional(Type.Union([Type.Array(FrameGeometrySchema), Type.Null()])),
  /** Number of overlay planes in the file. Each frame states how many of them are drawn. */
  overlay_planes: Type.Optional(Type.Integer()),
  /** Pages of an encapsulated PDF; missing for everything else. */
  page_count: Type.Optional(Type.Integer({ minimum: 1 })),
});
export type DicomHeader = Static<typeof DicomHeaderSchema>;

export const DicomInstanceSchema = Type.Object({ node_id: NodeIdSchema, header: DicomHeaderSchema });
export type DicomInstance = Static<typeof DicomInstanceSchema>;

/** Wire type of one series of an exam, its instances in reading order. */
export const DicomSeriesSchema = Type.Object({
  series_uid: NullableString,
  study_uid: NullableString,
  series_number: NullableInteger,
  modality: NullableString,
  series_description: NullableString,
  instances: Type.Array(DicomInstanceSchema),
});
export type DicomSeries = Static<typeof DicomSeriesSchema>;

export const DicomSeriesListSchema = Type.Object({
  items: Type.Array(DicomSeriesSchema),
  /** DICOM files of the exam that are not processed yet. */
  waiting: Type.Integer(),
});
export type DicomSeriesList = Static<typeof DicomSeriesListSchema>;
