import { describe, expect, test } from 'vitest';
import type { DicomHeader } from '#contract/drives/dicom.ts';
import { measure } from '#dicom/picture/measure-annotation.ts';
import { dicomDay, personName } from '#records/identity/dicom-words.ts';
import { readAnnotations, withAnnotation, withoutAnnotation } from '#records/studies/image-annotations.ts';
import { linkedSliceIndex, orientationLabels, slicePosition } from '#renderer/pictures/patient-geometry.ts';
import { stackOf } from '#renderer/pictures/series-stack.ts';
import { FITTED, viewportTransform, zoomedAt } from '#renderer/pictures/viewport-transform.ts';
import type { DicomFrame } from '#sdk/index.ts';

const HEADER: DicomHeader = {
  ...{ transfer_syntax_uid: null, sop_class_uid: null, instance_uid: null, series_uid: null },
  ...{ study_uid: null, modality: 'CT', study_date: null, study_time: null, study_id: null },
  ...{ study_description: null, accession_number: null, series_number: null, series_description: null },
  ...{ body_part: null, instance_number: null, patient_name: null, patient_id: null },
  ...{ patient_birth_date: null, patient_sex: null, referring_physician: null, institution: null },
  ...{ rows: 4, columns: 4, frames: 1, photometric_interpretation: null, pixel_spacing: null },
  ...{ slice_thickness: null, image_position: null, image_orientation: null, frame_time: null },
};

const AXIAL = [1, 0, 0, 0, 1, 0];

/** 4 × 4 pixels with the values 0 to 15 after a rescale of 2 and −10. */
const FRAME: DicomFrame = {
  ...{ rows: 4, columns: 4, frames: 1, samples_per_pixel: 1, bits_allocated: 8, bits_stored: 8 },
  ...{
    is_signed: false,
    no_value: null,
    photometric_interpretation: 'MONOCHROME2',
    rescale_slope: 2,
    rescale_intercept: -10,
  },
  ...{ windows: [{ center: 0, width: 20 }], voi_function: 'LINEAR', is_window_from_file: true },
  ...{ unit: 'HU', pixel_spacing: null, spacing_basis: null, image_position: null, image_orientation: null },
  ...{ pixel_aspect_ratio: null, overlay: new Uint32Array(), overlays_drawn: 0, overlays_not_drawn: 0 },
  data: Uint8Array.from({ length: 16 }, (_, at) => at),
};

const on = (spacing: number[] | null) => ({ spacing, frame: FRAME });

describe('measure', () => {
  test('a length takes the spacing of rows and of columns', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 3, y: 4 },
    ];
    expect(measure('length', points, on([0.5, 2]))).toEqual({ value: Math.hypot(6, 2), unit: 'mm' });
    expect(measure('length', points, on(null))).toEqual({ value: 5, unit: 'px' });
  });

  test('an angle is the one at its second point, in millimetres', () => {
    const corner = [
      { x: 2, y: 0 },
      { x: 0, y: 0 },
      { x: 2, y: 1 },
    ];
    expect(measure('angle', corner, on([2, 1])).value).toBeCloseTo(45);
    expect(measure('angle', corner, on(null)).value).toBeCloseTo(26.565);
  });

  test('an ellipse counts the shades whose centres it holds, and its own area', () => {
    const box = [
      { x: 1, y: 1 },
      { x: 3, y: 3 },
    ];
    // The samples 5, 6, 9, 10 have the values 0, 2, 8, 10.
    const { value, deviation, area, areaUnit, unit } = measure('ellipse', box, on([10, 10]));
    expect([value, unit, areaUnit]).toEqual([5, 'HU', 'cm²']);
    expect(deviation).toBeCloseTo(Math.sqrt(17));
    expect(area).toBeCloseTo(Math.PI);
  });
});

describe('placingOf', () => {
  const room = { width: 200, height: 100 };

  test('a point goes to the screen and back, turned and zoomed', () => {
    for (const turns of [0, 1, 2, 3]) {
      const placing = viewportTransform(FRAME, [1, 2], room, { zoom: 2.5, dx: 7, dy: -3, turns });
      const back = placing.toPicture(placing.toScreen({ x: 1.25, y: 3 }));
      expect(back.x).toBeCloseTo(1.25);
      expect(back.y).toBeCloseTo(3);
    }
  });

  test('zooming keeps what is under the pointer', () => {
    const at = { x: 150, y: 20 };
    const before = viewportTransform(FRAME, null, room, FITTED).toPicture(at);
    const after = viewportTransform(FRAME, null, room, zoomedAt(FITTED, 2, at, room)).toPicture(at);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });
});

describe('where a slice lies', () => {
  const slice = (z: number): DicomHeader => ({
    ...HEADER,
    image_orientation: AXIAL,
    image_position: [0, 0, z],
    slice_thickness: 2,
  });

  test('the letters turn with the picture', () => {
    expect(orientationLabels(slice(0), 0)).toEqual({ left: 'R', right: 'L', top: 'A', bottom: 'P' });
    expect(orientationLabels(slice(0), 1)).toEqual({ left: 'P', right: 'A', top: 'R', bottom: 'L' });
    expect(orientationLabels(HEADER, 0)).toBeUndefined();
  });

  test('a linked stack shows the slice at the same place, says none, or cannot be compared', () => {
    const series = {
      ...{ series_uid: 's', study_uid: null, series_number: 1, modality: 'CT', series_description: null },
      instances: [0, 2, 4].map((z) => ({ node_id: 'n' as never, header: slice(z) })),
    };
    const stack = stackOf(series, { security_group_id: 'g', exam_id: 'e' });
    expect(slicePosition(slice(-7))).toBe(-7);
    expect(linkedSliceIndex(slice(3.9), stack)).toBe(2);
    expect(linkedSliceIndex(slice(40), stack)).toBe('none');
    expect(linkedSliceIndex(HEADER, stack)).toBeUndefined();
    expect(linkedSliceIndex({ ...slice(2), image_orientation: [0, 1, 0, 0, 0, -1] }, stack)).toBeUndefined();
  });
});

describe('marks in custom_attributes', () => {
  const mark = {
    ...{ mark_id: 'm1', node_id: 'n1', frame: 2, kind: 'length' as const, made_by: 'Dr A. Roe' },
    ...{
      made_at: '2026-05-12T09:00:00.000Z',
      points: [
        { x: 1.234, y: 2 },
        { x: 3, y: 4 },
      ],
    },
  };

  test('come back as they were put in; strange entries stay beside them', () => {
    const before = { other: 1, image_marks: [{ kind: 'freehand', points: [] }] };
    const after = withAnnotation(before, mark);
    expect(readAnnotations(after)).toEqual([
      {
        ...mark,
        points: [
          { x: 1.23, y: 2 },
          { x: 3, y: 4 },
        ],
      },
    ]);
    expect(withoutAnnotation(after, 'm1')).toEqual(before);
    expect(withoutAnnotation(withAnnotation({ other: 1 }, mark), 'm1')).toEqual({ other: 1 });
  });
});

test('names and days as DICOM writes them', () => {
  expect(personName('Kastellan^Mirela^Ana')).toBe('Kastellan, Mirela Ana');
  expect(personName('Yamada^Tarou=山田^太郎')).toBe('Yamada, Tarou');
  expect(personName(null)).toBe('');
  expect(dicomDay('19610314')).toBe('1961-03-14T00:00:00.000Z');
  expect(dicomDay('')).toBeUndefined();
});
