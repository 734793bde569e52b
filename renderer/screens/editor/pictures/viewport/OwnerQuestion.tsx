/** Question shown instead of a picture whose file names another patient or date than its exam. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { dicomDay, personName } from '#records/identity/dicom-words.ts';
import { mainIdentifier } from '#records/identity/identifiers.ts';
import type { OwnerDifference } from '#records/identity/picture-owner.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { shortDay } from '#renderer/messages/dates.ts';
import type { ReportPatient } from '#renderer/screens/editor/frame/use-patient.ts';
import type { PictureOwner } from '#renderer/screens/editor/pictures/use-picture-owner.ts';

interface OwnerQuestionProps {
  readonly owner: PictureOwner;
  readonly patient: ReportPatient | undefined;
  readonly examDate: string | null;
  readonly onAnswer: () => void;
}

export function OwnerQuestion({ owner, patient, examDate, onAnswer }: OwnerQuestionProps) {
  const { t } = useTranslation();
  const { file, differences, isKept, sayTheirs } = owner;
  const day = (instant: string | null | undefined) => (instant ? shortDay(instant) : '');
  const rows: readonly (readonly [OwnerDifference, sent: string, known: string])[] = [
    ['name', personName(file.patient_name), patient?.name ?? ''],
    ['birth_date', day(dicomDay(file.patient_birth_date)), day(patient?.birth_date)],
    ['id', file.patient_id ?? '', mainIdentifier(patient?.identifiers)?.value ?? ''],
    ['study_date', day(dicomDay(file.study_date)), day(examDate)],
  ];
  return (
    <div className="vt-say whose">
      <Icon name="state-warn" size={20} />
      <p role="alert">{ownerWords(owner, patient, examDate, t)}</p>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('pictures.owner.file')}</th>
            <th scope="col">{t('pictures.owner.exam')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([field, sent, known]) => (
            <tr key={field} className={differences.includes(field) ? 'other' : undefined}>
              <th scope="row">{t(`pictures.owner.${field}`)}</th>
              <td>{sent || t('pictures.owner.unsaid')}</td>
              <td>{known || t('pictures.owner.unsaid')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button
        onPress={() => {
          sayTheirs();
          onAnswer();
        }}
      >
        {t('pictures.owner.theirs')}
      </Button>
      <p className="note">{t(isKept ? 'pictures.owner.kept' : 'pictures.owner.notKept')}</p>
    </div>
  );
}

/** Words the difference in a sentence. */
export function ownerWords(
  { file, differences }: PictureOwner,
  patient: ReportPatient | undefined,
  examDate: string | null,
  t: TFunction,
): string {
  const theirs = personName(file.patient_name);
  if (differences.includes('name')) return t('pictures.otherPatient', { theirs, ours: patient?.name ?? '' });
  if (differences.includes('birth_date')) return t('pictures.owner.otherBirthDate', { theirs });
  if (differences.includes('id')) return t('pictures.owner.otherId', { theirs });
  const day = dicomDay(file.study_date);
  return t('pictures.owner.otherDay', {
    theirs: day ? shortDay(day) : '',
    ours: examDate ? shortDay(examDate) : '',
  });
}
