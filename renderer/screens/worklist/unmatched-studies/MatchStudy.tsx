/** Assigns one unmatched study: first choose the patient, then confirm. Nothing is preselected. */
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compareDemographics } from '#records/identity/compare-demographics.ts';
import { mainIdentifier } from '#records/identity/identifiers.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { KnownPatientQuestion } from '#renderer/components/records/patient/KnownPatientQuestion.tsx';
import {
  type PatientMatch,
  possiblySamePatients,
} from '#renderer/components/records/patient/patient-matches.ts';
import { OnlineOnlyButton } from '#renderer/components/travelling-copy/OnlineOnlyButton.tsx';
import type { WaitingStudy } from '#renderer/lists/unmatched-studies-store.ts';
import { shortDay } from '#renderer/messages/dates.ts';
import { count } from '#renderer/messages/numbers.ts';
import type { PatientRow } from '#renderer/state/record-cache/record-row.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';
import { type Compared, MatchTable } from './MatchTable.tsx';
import { assignStudy, assignToNewPatient, sentPerson, sentRecord, trashStudy } from './match-actions.ts';
import { OtherPatient } from './OtherPatient.tsx';

interface MatchStudyProps {
  readonly study: WaitingStudy;
  readonly onLater: () => void;
}

/** Choice to create a patient from the received data. */
const NEW = 'new';

export function MatchStudy({ study, onLater }: MatchStudyProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string>();
  const [lookedUp, setLookedUp] = useState<Compared>();
  const [known, setKnown] = useState<readonly PatientMatch[]>();
  const { busy, error, act } = useAsyncAction();
  const records: Compared[] = [
    ...study.candidates,
    ...(lookedUp && study.candidates.every(({ patient_id }) => patient_id !== lookedUp.patient_id)
      ? [lookedUp]
      : []),
  ];
  const record = records.find(({ patient_id }) => patient_id === chosen);
  const canMake = sentRecord(study).legal_name !== undefined;
  const isExam = study.study_instance_uid === '';
  const isReady = (record !== undefined || chosen === NEW) && !busy;

  const create = async () => {
    // The record of an import exists already.
    const same = study.record_id === null ? await possiblySamePatients(sentPerson(study)) : [];
    // An exam goes only to a patient of its own group.
    const ofGroup = same.filter(({ row }) => row.security_group_id === study.security_group_id);
    if (ofGroup.length > 0) setKnown(ofGroup);
    else await assignToNewPatient(study, t);
  };
  const choose = ({ id: patient_id, summary: patient }: PatientRow) => {
    if (patient === null) return;
    const same = compareDemographics(patient, study.sent);
    setLookedUp({ patient_id, patient, same, exams: undefined, last_exam_date: null });
    setChosen(patient_id);
  };
  const assign = () => {
    if (!isReady) return;
    if (record === undefined) void act(create);
    else {
      const { patient_id, patient } = record;
      void act(() => assignStudy(study, { patient_id, name: patient.legal_name }, t));
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement && event.target.type === 'text') return;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const numbered = records[Number(event.key) - 1];
    if (numbered !== undefined) setChosen(numbered.patient_id);
    else if (event.key.toLowerCase() === 'n' && canMake) setChosen(NEW);
    else if (event.key === 'Escape') {
      setChosen(undefined);
      onLater();
    } else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) assign();
    else if (event.key === 'F7') navigate(['exams', study.exam_id]);
    else return;
    event.preventDefault();
  };
  return (
    <main
      className="main match-study"
      aria-label={t('match.study')}
      id="main"
      data-pane
      onKeyDown={onKeyDown}
    >
      {known === undefined ? null : (
        <KnownPatientQuestion
          known={known}
          useLabel={t('match.thisPatient')}
          onUse={({ row }) => {
            setKnown(undefined);
            choose(row);
          }}
          onStay={() => setKnown(undefined)}
          onCreate={() => {
            setKnown(undefined);
            void act(() => assignToNewPatient(study, t));
          }}
        />
      )}
      <div className="main-h">
        <h1>{t('match.question')}</h1>
        <span className="count">{factsLine()}</span>
        <span className="gap" />
        <Button
          icon={isExam ? 'file' : 'key-image'}
          hint="F7"
          keyShortcut="F7"
          onPress={() => navigate(['exams', study.exam_id])}
        >
          {t(isExam ? 'match.lookAtExam' : 'match.lookAt')}
        </Button>
      </div>
      <div className="match-body">
        <MatchTable study={study} records={records} chosenId={chosen} onChoose={setChosen} />
        <p className="dim note">{t('match.note')}</p>
        <div className="region">
          <OtherPatient groupId={study.security_group_id} onFound={choose} />
        </div>
        <ErrorRegion error={error} />
      </div>
      <div className="decide">
        <p role="status">{decisionLine()}</p>
        <div className="acts">
          <Button kind="quiet" onPress={() => void act(() => trashStudy(study, t))}>
            {t('match.notOurs')}
          </Button>
          <Button kind="quiet" hint="Esc" onPress={onLater}>
            {t('match.later')}
          </Button>
          <Button
            hint="N"
            keyShortcut="N"
            pressed={chosen === NEW}
            unavailable={!canMake}
            onPress={() => setChosen(NEW)}
          >
            {t('match.newPatient')}
          </Button>
          <OnlineOnlyButton kind="primary" hint="Enter" unavailable={!isReady} onPress={assign}>
            {t('match.assign')}
          </OnlineOnlyButton>
        </div>
      </div>
    </main>
  );

  function factsLine(): string {
    const { title, exam_date, sent } = study;
    return [
      title ?? t('worklist.untitled'),
      exam_date === null ? '' : shortDay(exam_date),
      sent.source_ae === null ? '' : t('match.from', { ae: sent.source_ae }),
    ]
      .filter(Boolean)
      .join(', ');
  }

  function decisionLine() {
    const images = { count: study.images, number: count(study.images) };
    if (chosen === NEW) {
      const name = sentRecord(study).legal_name ?? '';
      return <b>{isExam ? t('match.examGoesToNew', { name }) : t('match.goToNew', { ...images, name })}</b>;
    }
    if (record === undefined) return t('match.chooseFirst');
    const identifier = mainIdentifier(record.patient.identifiers)?.value ?? t('match.noneRecorded');
    return (
      <>
        <b>
          {isExam
            ? t('match.examGoesTo', { name: record.patient.legal_name })
            : t('match.goTo', { ...images, name: record.patient.legal_name })}
        </b>
        {t(isExam ? 'match.examGoesToRest' : 'match.goToRest', { identifier })}
        <br />
        {t('match.canTakeBack')}
      </>
    );
  }
}
