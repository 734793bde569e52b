import { expect, test } from 'vitest';
import { mayActOnPatient, notePatient, usePatientSwitch } from '#renderer/editor/guard/patient-switch.ts';

const roe = { patient_id: 'p-1', name: 'Roe, Ann' };
const doe = { patient_id: 'p-2', name: 'Doe, Ben' };

test('asks once within five seconds of a change of patient, with both names, and not after', async () => {
  notePatient(roe, 0);
  await expect(mayActOnPatient(10)).resolves.toBe(true);
  notePatient({ ...doe, name: '' }, 1_000);
  notePatient(doe, 1_200);
  const first = mayActOnPatient(5_999);
  const { question } = usePatientSwitch.getState();
  expect(question).toMatchObject({ from: roe, to: doe });
  question?.answer(false);
  await expect(first).resolves.toBe(false);
  await expect(mayActOnPatient(5_999)).resolves.toBe(true);
  notePatient(roe, 10_000);
  await expect(mayActOnPatient(15_000)).resolves.toBe(true);
});

test('another report of the same patient is no change; one of no patient is', async () => {
  notePatient(roe, 20_000);
  notePatient(roe, 20_001);
  await expect(mayActOnPatient(20_002)).resolves.toBe(true);
  notePatient({ patient_id: null, name: 'No patient' }, 20_003);
  const asked = mayActOnPatient(20_004);
  usePatientSwitch.getState().question?.answer(true);
  await expect(asked).resolves.toBe(true);
});
