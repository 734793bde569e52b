/** Tests that objects of a study in any order give the exam the same title. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { correctedFacts, studyFacts } from '#records/studies/study-title-and-modality.ts';

const STORAGE = '1.2.840.10008.5.1.4.1.1.';

function header(modality: string | null, sopClass: string, description: string | null = null) {
  return { modality, sop_class_uid: STORAGE + sopClass, study_description: description, body_part: null };
}

const CT = header('CT', '2');
const SR = header('SR', '88.22');
const KO = header('KO', '88.59');
const PR = header('PR', '11.1');
const CAPTURE = header('CT', '7', 'Dose sheet');
const SCREEN = header('SC', '7');
const SEGMENTATION = header('SEG', '66.4');
const DOCUMENT = header('DOC', '104.1');

describe('studyFacts', () => {
  test.each([
    ['a report', [SR, CT]],
    ['a key object', [KO, CT]],
    ['a presentation state', [PR, CT]],
    ['a capture', [SCREEN, CT]],
    ['a capture that calls itself CT', [CAPTURE, CT]],
    ['a segmentation', [SEGMENTATION, CT]],
    ['a document', [DOCUMENT, CT]],
    ['a set of structures', [header('RTSTRUCT', '481.3', 'Plan 2'), CT]],
    ['a plan of treatment and its dose', [header('RTPLAN', '481.5'), header('RTDOSE', '481.2'), CT]],
    ['a registration', [header('REG', '66.1'), CT]],
    ['a model', [header('M3D', '104.3'), CT]],
    ['a sound', [header('AU', '9.4.1'), CT]],
    ['a report in small letters', [header('sr', '88.33', 'Dose report'), CT]],
    ['a report that calls itself CT', [header('CT', '88.67', 'Dose'), CT]],
    ['a key object without a modality', [header(null, '88.59', 'Keys'), CT]],
    ['a loop captured in colour', [header('CT', '7.4', '3D view'), CT]],
    ['a presentation of colours', [header('PR', '11.2', 'Marks'), CT]],
  ])('are of the pictures where %s comes first', (_, headers) => {
    expect(studyFacts(headers)).toEqual({ title: 'CT', modality: 'CT' });
  });

  test('are of what there is where there are no pictures', () => {
    expect(studyFacts([SR])).toEqual({ title: 'Imaging study' });
    expect(studyFacts([KO, PR])).toEqual({ title: 'Imaging study' });
    expect(studyFacts([SR, SCREEN])).toEqual({ title: 'SC', modality: 'SC' });
    expect(studyFacts([])).toEqual({ title: 'Imaging study' });
  });
});

describe('correctedFacts', () => {
  const objects = fc.shuffledSubarray([CT, SR, KO, PR, CAPTURE, SEGMENTATION, DOCUMENT], {
    minLength: 1,
  });

  test('leads to the pictures in any order, and changes nothing after that', () => {
    fc.assert(
      fc.property(objects, (headers) => {
        let exam: { title: string | null; modality: string | null } = { title: null, modality: null };
        for (const [at, each] of headers.entries()) {
          const before = headers.slice(0, at + 1);
          if (at === 0) exam = { modality: null, ...studyFacts([each]) };
          else exam = { ...exam, ...correctedFacts(exam, before) };
          expect(correctedFacts(exam, before)).toBeUndefined();
        }
        const right = studyFacts(headers);
        expect(exam).toEqual({ title: right.title, modality: right.modality ?? null });
      }),
    );
  });

  test('takes the description and the modality that the first picture did not have', () => {
    const plain = header('CT', '2');
    const described = header('CT', '2', 'CT of the thorax');
    expect(correctedFacts({ title: 'CT', modality: 'CT' }, [plain, described])).toEqual({
      title: 'CT of the thorax',
    });
    const unsaid = header(null, '2');
    expect(correctedFacts({ title: 'Imaging study', modality: null }, [unsaid, plain])).toMatchObject({
      modality: 'CT',
    });
    const other = header('CT', '2', 'CT of the abdomen');
    expect(
      correctedFacts({ title: 'CT of the abdomen', modality: 'CT' }, [described, other]),
    ).toBeUndefined();
    expect(correctedFacts({ title: 'Thorax', modality: 'CT' }, [plain, described])).toBeUndefined();
  });

  test('puts right what exams were called before', () => {
    expect(correctedFacts({ title: 'KO', modality: 'KO' }, [KO, CT])).toEqual({
      title: 'CT',
      modality: 'CT',
    });
    expect(correctedFacts({ title: 'Imaging study', modality: null }, [SR, CT])).toEqual({
      title: 'CT',
      modality: 'CT',
    });
  });

  test('leaves what a person wrote', () => {
    expect(correctedFacts({ title: 'Chest, second look', modality: 'PR' }, [PR, CT])).toEqual({
      modality: 'CT',
    });
    expect(correctedFacts({ title: 'PR', modality: 'MR' }, [PR, CT])).toEqual({ title: 'CT' });
    expect(correctedFacts({ title: 'Chest', modality: 'MR' }, [PR, CT])).toBeUndefined();
    // A key object gives no modality, so an exam without one counts as unedited.
    expect(correctedFacts({ title: null, modality: null }, [KO, CT])).toEqual({ modality: 'CT' });
    expect(correctedFacts({ title: null, modality: null }, [CT])).toBeUndefined();
  });
});
