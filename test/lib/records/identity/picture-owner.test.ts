import { describe, expect, test } from 'vitest';
import {
  type ExamOwner,
  type FileOwner,
  isOwnerConfirmed,
  ownerDifferences,
  withConfirmedOwner,
} from '#records/identity/picture-owner.ts';

const FILE: FileOwner = {
  patient_name: 'Kastellan^Mirela',
  patient_id: '00482-117',
  patient_birth_date: '19610314',
  study_date: '20260512',
};
const EXAM: ExamOwner = {
  names: ['Kastellan, Mirela'],
  birth_date: '1961-03-14T00:00:00.000Z',
  ids: ['00482-117'],
  days: ['2026-05-12'],
};

describe('ownerDifferences', () => {
  test.each<[Partial<FileOwner>, Partial<ExamOwner>]>([
    [{}, {}],
    [{ patient_name: 'KASTELLAN^MIRELA^ANNA^^Dr' }, {}],
    [{ patient_name: 'Mirela Kastellan' }, {}],
    [{ patient_name: 'Müller^José' }, { names: ['Mueller, Jose'] }],
    [{ patient_name: 'Muller^Jose' }, { names: ['Müller, José'] }],
    [{ patient_name: 'Roth^Mirela' }, { names: ['Kastellan, Mirela', 'Mirela Ana Roth'] }],
    [{ patient_name: 'Yamada^Tarou=山田^太郎' }, { names: ['山田 太郎'] }],
    [{ study_date: '20260511' }, { days: ['2026-05-11', '2026-05-12'] }],
    [{ patient_id: '482117' }, {}],
    [{ patient_birth_date: '1961.03.14' }, {}],
    [{ patient_name: null, patient_id: '', patient_birth_date: null, study_date: null }, {}],
    [{ patient_name: 'Doe^Archibald' }, { names: [], birth_date: null, ids: [], days: [] }],
  ])('%j beside %j is the same person on the same day', (file, exam) => {
    expect(ownerDifferences({ ...FILE, ...file }, { ...EXAM, ...exam })).toEqual([]);
  });

  test.each<[Partial<FileOwner>, string]>([
    [{ patient_name: 'Doe^Archibald' }, 'name'],
    [{ patient_name: 'Kastellan^Jana' }, 'name'],
    [{ patient_name: 'Kastellan' }, 'name'],
    [{ patient_id: '00482-118' }, 'id'],
    [{ patient_birth_date: '19610413' }, 'birth_date'],
    [{ study_date: '20040119' }, 'study_date'],
  ])('%j differs in its %s', (file, difference) => {
    expect(ownerDifferences({ ...FILE, ...file }, EXAM)).toEqual([difference]);
  });
});

test('who is said to be theirs is asked about once, for exactly what the file says, and what others keep stays', () => {
  const said = { said_by: 'Dr A. Roe', said_at: '2026-05-12T10:00:00.000Z' };
  const kept = withConfirmedOwner({ accession_number: 'A1' }, FILE, said);
  expect(kept).toMatchObject({ accession_number: 'A1', picture_owners: [said] });
  expect(isOwnerConfirmed(kept, FILE)).toBe(true);
  expect(isOwnerConfirmed(kept, { ...FILE, study_date: '20040119' })).toBe(false);
  expect(isOwnerConfirmed(null, FILE)).toBe(false);
});
