/** The twelve invented patients and their exams: who, when, which pictures, and how far the report is. */
import type { PhantomKind } from './pictures/phantoms.ts';

export const SAMPLE_PATIENTS = [
  { name: 'Anna', birth_date: '1974-03-14', sex: 'F' },
  { name: 'Boris', birth_date: '1959-01-22', sex: 'M' },
  { name: 'Clara', birth_date: '1965-02-08', sex: 'F' },
  { name: 'David', birth_date: '1982-04-30', sex: 'M' },
  { name: 'Elena', birth_date: '1988-02-17', sex: 'F' },
  { name: 'Farid', birth_date: '1997-01-05', sex: 'M' },
  { name: 'Greta', birth_date: '1946-03-03', sex: 'F' },
  { name: 'Hugo', birth_date: '1987-02-26', sex: 'M' },
  { name: 'Irene', birth_date: '1971-04-11', sex: 'F' },
  { name: 'Jonas', birth_date: '2018-03-21', sex: 'M' },
  { name: 'Karla', birth_date: '1953-01-30', sex: 'F' },
  { name: 'Lukas', birth_date: '1968-02-02', sex: 'M' },
] as const;

/**
 * How far a report is. `unsealed`: a sealed version and a draft upon it. `conflict`: a draft upon a version that another
 * one has replaced.
 */
export type SampleState =
  | 'to_report'
  | 'draft'
  | 'unsealed'
  | 'conflict'
  | 'preliminary'
  | 'final'
  | 'appended'
  | 'amended';

export interface SampleExam {
  /** Names the texts of the exam. */
  readonly key: string;
  /** Position in `SAMPLE_PATIENTS`. */
  readonly patient: number;
  readonly modality: 'CT' | 'MR' | 'US' | 'CR';
  readonly pictures: PhantomKind;
  readonly state: SampleState;
  readonly hoursAgo: number;
  /** A critical result that nobody has told yet. */
  readonly isCritical?: true;
  /** Days from now to the recommended follow-up; negative for an overdue one. */
  readonly followUpDays?: number;
}

const DAY = 24;

/** Priors come before what follows them. */
export const SAMPLE_EXAMS = [
  { key: 'anna_us', patient: 0, modality: 'US', pictures: 'us_abdomen', state: 'draft', hoursAgo: 2 },
  {
    key: 'boris_prior',
    patient: 1,
    modality: 'CR',
    pictures: 'cr_chest',
    state: 'final',
    hoursAgo: 200 * DAY,
  },
  {
    key: 'boris_ct',
    patient: 1,
    modality: 'CT',
    pictures: 'ct_arteries',
    state: 'final',
    hoursAgo: 3,
    isCritical: true,
  },
  {
    key: 'clara_prior',
    patient: 2,
    modality: 'CT',
    pictures: 'ct_chest_smaller',
    state: 'final',
    hoursAgo: 185 * DAY,
    followUpDays: -3,
  },
  { key: 'clara_ct', patient: 2, modality: 'CT', pictures: 'ct_chest', state: 'unsealed', hoursAgo: 4 },
  { key: 'david_mr', patient: 3, modality: 'MR', pictures: 'mr_brain', state: 'conflict', hoursAgo: 5 },
  { key: 'elena_mr', patient: 4, modality: 'MR', pictures: 'mr_knee', state: 'preliminary', hoursAgo: 6 },
  { key: 'farid_cr', patient: 5, modality: 'CR', pictures: 'cr_chest', state: 'final', hoursAgo: 7 },
  { key: 'greta_ct', patient: 6, modality: 'CT', pictures: 'ct_head', state: 'appended', hoursAgo: 26 },
  {
    key: 'hugo_mr',
    patient: 7,
    modality: 'MR',
    pictures: 'mr_spine',
    state: 'final',
    hoursAgo: 27,
    followUpDays: 40,
  },
  { key: 'irene_cr', patient: 8, modality: 'CR', pictures: 'cr_wrist', state: 'amended', hoursAgo: 28 },
  { key: 'jonas_us', patient: 9, modality: 'US', pictures: 'us_abdomen', state: 'to_report', hoursAgo: 1 },
  {
    key: 'karla_prior',
    patient: 10,
    modality: 'US',
    pictures: 'us_abdomen',
    state: 'final',
    hoursAgo: 90 * DAY,
  },
  { key: 'karla_ct', patient: 10, modality: 'CT', pictures: 'ct_abdomen', state: 'to_report', hoursAgo: 2 },
  {
    key: 'lukas_prior',
    patient: 11,
    modality: 'CT',
    pictures: 'ct_chest_smaller',
    state: 'final',
    hoursAgo: 365 * DAY,
  },
  { key: 'lukas_ct', patient: 11, modality: 'CT', pictures: 'ct_chest', state: 'to_report', hoursAgo: 1 },
] as const satisfies readonly SampleExam[];

export type SampleExamKey = (typeof SAMPLE_EXAMS)[number]['key'];
