import type { SampleStudy } from '#sample/pictures/sample-objects.ts';

/** A study of one of the invented patients. */
export const SAMPLE_STUDY: SampleStudy = {
  kind: 'ct_chest',
  study_uid: '2.25.1234567890',
  seed: 1,
  date: '20260512',
  time: '101500',
  accession: 'SAMPLE-101',
  title: 'CT',
  patient: { name: 'Sample^Anna', id: 'SAMPLE-01', birth_date: '19740314', sex: 'F' },
};
