/**
 * The study of its pictures that a letter belongs to: the exam's own, else the one of its accession number, else of its
 * day. Which of two it is, is never guessed.
 */
import type { ExamRecord } from '#contract/documents/records.ts';
import type { DicomHeader } from '#contract/drives/dicom.ts';
import { accessionNumber, foldAccessionNumber } from '#records/identity/accession-number.ts';
import { dicomDay } from '#records/identity/dicom-words.ts';
import { receivedStudy } from './imaging-study.ts';
import { studyStart } from './study-start.ts';

type Study = readonly DicomHeader[];

/**
 * Headers of the one study; empty without pictures of a study, and undefined where several may be meant.
 * @param worklistUid the study that the exam's worklist item names
 */
export function studyOfLetter(
  headers: readonly DicomHeader[],
  { exam_date, custom_attributes }: Pick<ExamRecord, 'exam_date' | 'custom_attributes'>,
  worklistUid: string,
): Study | undefined {
  const studies = [...Map.groupBy(headers, ({ study_uid }) => study_uid)]
    .filter(([uid]) => uid !== null)
    .map(([, study]) => study);
  if (studies.length <= 1) return studies[0] ?? [];
  const uids = [receivedStudy(custom_attributes)?.study_instance_uid, worklistUid];
  const number = folded(accessionNumber(custom_attributes));
  const days = daysOf(exam_date);
  const own = studies.filter(([first]) => uids.includes(first?.study_uid ?? ''));
  const numbered = studies.filter((study) => number !== '' && numbersOf(study).includes(number));
  // A study with another number is of another order, also on the same day.
  const dated = studies.filter(
    (study) =>
      (number === '' || numbersOf(study).every((other) => other === number)) &&
      study.some(({ study_date }) => days.has(dicomDay(study_date))),
  );
  // The surer sign decides, and the next one only where it says nothing.
  const [found = []] = [own, numbered, dated].filter(({ length }) => length > 0);
  return found.length === 1 ? found[0] : undefined;
}

const folded = (number: string | null): string => foldAccessionNumber(number ?? '');

function numbersOf(study: Study): readonly string[] {
  return study.map(({ accession_number }) => folded(accession_number)).filter((number) => number !== '');
}

/** An instant has two days, because time zones differ. */
function daysOf(instant: string | null): ReadonlySet<string | undefined> {
  if (instant === null) return new Set();
  const days = [studyStart(instant).day, instant.slice(0, 10).replaceAll('-', '')].map(dicomDay);
  return new Set(days.filter((day) => day !== undefined));
}
