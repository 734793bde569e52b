import { expect, test } from 'vitest';
import {
  confirmPatientSwitch,
  recordPatient,
  setShownReport,
  usePatientSwitch,
} from '#renderer/editor/guard/patient-switch.ts';

setShownReport('exam');

const roe = { patient_id: 'p-1', name: 'Roe, Ann' };
const doe = { patient_id: 'p-2', name: 'Doe, Ben' };

test('asks once within five seconds of a change of patient, with both names, and not after', async () => {
  recordPatient(roe, 0);
  await expect(confirmPatientSwitch('exam', 10)).resolves.toBe(true);
  recordPatient({ ...doe, name: '' }, 1_000);
  recordPatient(doe, 1_200);
  const first = confirmPatientSwitch('exam', 5_999);
  const { question } = usePatientSwitch.getState();
  expect(question).toMatchObject({ from: roe, to: doe });
  question?.answer(false);
  await expect(first).resolves.toBe(false);
  await expect(confirmPatientSwitch('exam', 5_999)).resolves.toBe(true);
  recordPatient(roe, 10_000);
  await expect(confirmPatientSwitch('exam', 15_000)).resolves.toBe(true);
});

test('another report of the same patient is no change; one of no patient is', async () => {
  recordPatient(roe, 20_000);
  recordPatient(roe, 20_001);
  await expect(confirmPatientSwitch('exam', 20_002)).resolves.toBe(true);
  recordPatient({ patient_id: null, name: 'No patient' }, 20_003);
  const asked = confirmPatientSwitch('exam', 20_004);
  usePatientSwitch.getState().question?.answer(true);
  await expect(asked).resolves.toBe(true);
});

test('a seal that waited asks nothing on another page, does not go on, and leaves the question to that page', async () => {
  recordPatient(roe, 40_000);
  recordPatient(doe, 50_000);
  const leave = setShownReport('of doe');
  await expect(confirmPatientSwitch('of roe', 50_001)).resolves.toBe(false);
  expect(usePatientSwitch.getState().question).toBeUndefined();
  const asked = confirmPatientSwitch('of doe', 50_002);
  expect(usePatientSwitch.getState().question).toMatchObject({ from: roe, to: doe });
  leave();
  await expect(asked).resolves.toBe(false);
  expect(usePatientSwitch.getState().question).toBeUndefined();
});
