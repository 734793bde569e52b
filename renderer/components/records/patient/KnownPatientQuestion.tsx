import { useTranslation } from 'react-i18next';
import { mainNumberText } from '#records/identity/identifiers.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { CancelButton, Dialog } from '#renderer/components/dialogs/Dialog.tsx';
import { shortDay } from '#renderer/messages/dates.ts';
import type { PatientMatch } from './patient-matches.ts';

interface KnownPatientQuestionProps {
  readonly known: readonly PatientMatch[];
  /** Label of the act on a known patient. */
  readonly useLabel: string;
  readonly onUse: (match: PatientMatch) => void;
  readonly onStay: () => void;
  readonly onCreate: () => void;
}

/** Asks before a second chart is created for one person. Using the existing one has the focus. */
export function KnownPatientQuestion(props: KnownPatientQuestionProps) {
  const { known, useLabel, onUse, onStay, onCreate } = props;
  const { t } = useTranslation();
  return (
    <Dialog title={t('patients.known.title')} onClose={onStay}>
      <div className="b stack">
        <p>{t('patients.known.text')}</p>
        <ul className="dup">
          {known.map((match, at) => (
            <li key={match.row.id}>
              <b>{match.row.summary?.display_name}</b>
              <span className="mid">
                {match.row.summary?.birth_date
                  ? shortDay(match.row.summary.birth_date)
                  : t('patients.known.noBirthDate')}
              </span>
              <span className="dim">{mainNumberText(match.row.summary?.identifiers)}</span>
              {match.reason === undefined ? null : <span>{t(`patients.known.reasons.${match.reason}`)}</span>}
              <Button
                size="s"
                kind={at === 0 ? 'primary' : 'plain'}
                autoFocus={at === 0}
                onPress={() => onUse(match)}
              >
                {useLabel}
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
