import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { CancelButton, Dialog } from '#renderer/components/dialogs/Dialog.tsx';
import type { PatientMatch } from '#renderer/components/records/patient/patient-matches.ts';
import { shortDay } from '#renderer/messages/dates.ts';
import { numberOf } from './DuplicatesPanel.tsx';

interface KnownPatientQuestionProps {
  readonly known: readonly PatientMatch[];
  readonly onOpen: (id: string) => void;
  readonly onStay: () => void;
  readonly onCreate: () => void;
}

/** Asks before a second chart is created for one person. Opening the existing one has the focus. */
export function KnownPatientQuestion({ known, onOpen, onStay, onCreate }: KnownPatientQuestionProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('patients.known.title')} onClose={onStay}>
      <div className="b stack">
        <p>{t('patients.known.text')}</p>
        <ul className="dup">
          {known.map(({ row }, at) => (
            <li key={row.id}>
              <b>{row.summary?.display_name}</b>
              <span className="mid">{row.summary?.birth_date ? shortDay(row.summary.birth_date) : null}</span>
              <span className="dim">{numberOf(row)}</span>
              <Button
                size="s"
                kind={at === 0 ? 'primary' : 'plain'}
                autoFocus={at === 0}
                onPress={() => onOpen(row.id)}
              >
                {t('patients.known.open')}
              </Button>
            </li>
          ))}
        </ul>
      </div>
      <div className="f">
        <CancelButton />
        <Button kind="danger" onPress={onCreate}>
          {t('patients.known.create')}
        </Button>
      </div>
    </Dialog>
  );
}
