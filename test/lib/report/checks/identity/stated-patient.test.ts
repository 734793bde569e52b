/** Tests that the text's patient is compared with the patient of the report, in five languages. */
import { expect, test } from 'vitest';
import { checkStatedPatient } from '#report/checks/identity/stated-patient.ts';

const WOMAN = {
  names: ['Anna Müller', 'Anna Maria Müller'],
  birth_date: '1954-05-20',
  numbers: ['PAT-104711'],
  sex: 'female',
} as const;
const DAY = { exam_date: '2026-03-02', now: new Date('2026-03-02T12:00:00Z') };
const found = (text: string, patient: Parameters<typeof checkStatedPatient>[1] = WOMAN) =>
  checkStatedPatient(text, patient, DAY).map(({ params }) => [params['kind'], params['text']]);

test.each([
  ['Patient: Schmidt, Erika, CT of the chest.', 'name', 'Patient: Schmidt, Erika'],
  ['Name: Schmidt', 'name', 'Name: Schmidt'],
  ['Sehr geehrte Damen, Frau Schmidt stellte sich vor.', 'name', 'Frau Schmidt'],
  ['Mrs Jones presented with dyspnoea.', 'name', 'Mrs Jones'],
  ['Mme Dupont présente une toux.', 'name', 'Mme Dupont'],
  ['La Sra. García presenta tos.', 'name', 'Sra. García'],
  ['A Sra. Silva apresenta tosse.', 'name', 'Sra. Silva'],
  ['Patientin, geb. 03.04.1961.', 'birth', '03.04.1961'],
  ['Anna Müller, born 3/4/1961.', 'birth', '3/4/1961'],
  ['née le 03/04/1961', 'birth', '03/04/1961'],
  ['MRN: 998877, CT chest.', 'number', 'MRN: 998877'],
  ['Pat.-Nr. 998877', 'number', 'Pat.-Nr. 998877'],
  ['Der Patient klagt über Husten.', 'sex', 'Der Patient'],
  ['He presented with cough.', 'sex', 'He'],
  ['El paciente refiere tos.', 'sex', 'El paciente'],
  ['Le patient tousse.', 'sex', 'Le patient'],
  ['27-year-old woman with cough.', 'age', '27-year-old'],
  ['27-jährige Patientin mit Husten.', 'age', '27-jährige'],
  ['Patiente de 27 ans.', 'age', '27 ans'],
  ['Mujer de 27 años.', 'age', '27 años'],
  ['Mulher de 27 anos.', 'age', '27 anos'],
])('%j names another patient', (text, kind, word) => {
  expect(found(text)).toEqual([[kind, word]]);
});

test('a man is told in the report of a woman, and a woman in that of a man', () => {
  expect(found('71-year-old man with cough.')).toEqual([['sex', 'year-old man']]);
  expect(found('Die Patientin klagt.', { ...WOMAN, sex: 'male' })).toEqual([['sex', 'Patientin']]);
  expect(found('She has a cough.', { ...WOMAN, sex: 'male' })).toEqual([['sex', 'She']]);
});

test.each([
  'Patient: Müller, Anna, geb. 20.05.1954, PID 104711.',
  'Patient: MUELLER, ANNA',
  'Frau Müller, 71-jährige Patientin, geb. 20.05.54.',
  'Mrs Müller is a 71-year-old woman. She presented with cough.',
  'Zuweisung durch Herrn Dr. Meier. Herr Kollege Schulz.',
  'Referred by Mr Smith. Discussed with Mr Jones, consultant.',
  'Befund telefonisch mitgeteilt an Frau Weber.',
  'Mother 45-year-old woman with breast cancer. Vater: der Patient war 50.',
  'Adressée par M. Martin, médecin.',
  'Patient: Nüchtern. Patient liegend untersucht.',
  'HE 40. 20-year-old hip prosthesis. Bei der Patientin kein Erguss.',
  'He visto la imagen.',
  'Hirnstamm, Dr. Schmidt, geb. Weber.',
  'M. Crohn, M. psoas.',
])('%j is left alone', (text) => {
  expect(found(text, { ...WOMAN, numbers: ['104711'] })).toEqual([]);
});

test('without a recorded patient nothing is compared', () => {
  const nobody = { names: [], birth_date: null, numbers: [], sex: null };
  expect(found('Frau Schmidt, geb. 03.04.1961, MRN 998877, 27-jährige Patientin.', nobody)).toEqual([]);
});
