/** Banner with the patient of the report, visible on every view of the editor. Its buttons seal or sign. */
import { useTranslation } from 'react-i18next';
import { accessionNumber } from '#records/identity/accession-number.ts';
import { mainIdentifier } from '#records/identity/identifiers.ts';
import { isEnteredInError } from '#records/reports/entered-in-error.ts';
import { reportFacts, reportState, reportStatus } from '#records/reports/report-status.ts';
import { runCommand } from '#renderer/commands/command-registry.ts';
import { useKeyHint } from '#renderer/commands/keymap.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { ageText } from '#renderer/components/records/age-text.ts';
import { draftState, type StateKey } from '#renderer/components/records/record-state.ts';
import { StateBadge } from '#renderer/components/records/StateBadge.tsx';
import { sexWord } from '#renderer/components/records/sex.ts';
import { OnlineOnlyButton } from '#renderer/components/travelling-copy/OnlineOnlyButton.tsx';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import {
  baseSeq,
  type EditingState,
  latestSeq,
  versionOf,
} from '#renderer/editor/editing-session/editing-state.ts';
import { discardDraft } from '#renderer/editor/editing-session/sealing/seal-report.ts';
import { usePatientSwitch } from '#renderer/editor/guard/patient-switch.ts';
import { changedInList, clockTime, isDayOnly, shortDay } from '#renderer/messages/dates.ts';
import { useCanCorrectExam } from '#renderer/screens/editor/can-correct-exam.ts';
import { incomingState } from '#renderer/screens/editor/conflict/use-incoming-words.ts';
import { useSyncConflict } from '#renderer/screens/editor/conflict/use-sync-conflict.ts';
import { beginAddendum } from '#renderer/screens/editor/save-status/begin-addendum.ts';
import { tellGivenUp } from '#renderer/screens/editor/show-recovered-notice.ts';
import { closePanel, openDialog, useView } from '#renderer/screens/editor/view-store.ts';
import { patientCache } from '#renderer/state/record-cache/record-caches.ts';
import { LateralityTitle } from './LateralityTitle.tsx';
import type { ReportPatient } from './use-patient.ts';

export function PatientBanner({ patient }: { readonly patient: ReportPatient | undefined }) {
  const { t } = useTranslation();
  return (
    <section className="banner" aria-label={t('editor.patient')}>
      <WhoPart patient={patient} />
      <ExamPart />
      <StatePart />
      <Acts />
    </section>
  );
}

function WhoPart({ patient }: { readonly patient: ReportPatient | undefined }) {
  const { t } = useTranslation();
  const { documents } = useEditingSession();
  const changed = usePatientSwitch((state) => state.changed);
  const isInTrash = patientCache.use(
    (state) => patient !== undefined && state.rows.get(patient.patient_id)?.is_deleted === true,
  );
  if (documents.resource === 'templates') {
    return (
      <div className="pt">
        <span className="name">{t('editor.template')}</span>
        <span className="ids">&nbsp;</span>
      </div>
    );
  }
  if (!patient) {
    return (
      <div className="pt">
        <span className="name">{t('editor.noPatient')}</span>
        <span className="ids">&nbsp;</span>
      </div>
    );
  }
  const identifier = mainIdentifier(patient.identifiers);
  const sex = sexWord(patient.biological_sex, t);
  const born = patient.birth_date;
  return (
    <div className="pt">
      <span
        className="name"
        key={patient.patient_id}
        data-new={changed?.to.patient_id === patient.patient_id ? '' : undefined}
      >
        {patient.name}
      </span>
      <span className="vh">, </span>
      <span className="ids">
        {born ? (
          <>
            <b>{shortDay(born)}</b> {ageText(born, t)}
          </>
        ) : null}
        {born && sex ? <Apart /> : null}
        {sex}
        {(born || sex) && identifier ? <Apart /> : null}
        {identifier ? (
          <>
            {identifier.type} <b>{identifier.value}</b>
          </>
        ) : null}
        {isInTrash ? (
          <>
            <Apart />
            <span className="s-error">{t('worklist.patientInTrash')}</span>
          </>
        ) : null}
      </span>
    </div>
  );
}

function ExamPart() {
  const { t } = useTranslation();
  const { documents } = useEditingSession();
  const { title, modality, exam_date, custom_attributes } = useEditingState((state) => state.meta);
  const accession = accessionNumber(custom_attributes);
  const untitled = documents.resource === 'exams' ? t('editor.noTitle') : t('editor.noTemplateTitle');
  return (
    <div className="ex">
      <h1 className="title">
        <LateralityTitle title={title ?? untitled} />
      </h1>
      <span className="ids">
        {modality ? <b>{modality}</b> : null}
        {modality && exam_date ? <Apart /> : null}
        {exam_date ? `${shortDay(exam_date)}${isDayOnly(exam_date) ? '' : ` ${clockTime(exam_date)}`}` : null}
        {accession ? (
          <>
            <Apart />
            {t('editor.accession')} <b>{accession}</b>
          </>
        ) : null}
        <ExamAct />
      </span>
    </div>
  );
}

/** Button that corrects the exam facts shown beside it. */
function ExamAct() {
  const { t } = useTranslation();
  const mayAct = useCanCorrectExam();
  const { keyShortcut } = useKeyHint('examSheet');
  if (!mayAct) return null;
  return (
    <button
      type="button"
      className="link exam-act"
      aria-keyshortcuts={keyShortcut}
      onClick={() => runCommand('examSheet')}
    >
      {t('commands.examSheet')}
    </button>
  );
}

function bannerState(state: EditingState, isExam: boolean): StateKey {
  if (state.conflict) return 'conflict';
  const { status } = reportFacts(state.meta.custom_attributes);
  if (state.changed) return draftState(latestSeq(state), status);
  return isExam ? reportState(status) : 'sealed';
}

function StatePart() {
  const { t } = useTranslation();
  const { documents } = useEditingSession();
  const state = useEditingState((whole) => whole);
  const clinic = useSyncConflict();
  const base = versionOf(state, state.base_version_id);
  return (
    <div className="st">
      <StateBadge state={bannerState(state, documents.resource === 'exams')} />
      <span className="ids">{line()}</span>
    </div>
  );

  function line(): string {
    const seqs = { base: baseSeq(state), latest: latestSeq(state) };
    const signed = incomingState(state, t);
    if (state.conflict) return t(clinic ? 'travel.met.state' : 'editor.startedFrom', seqs) + signed;
    if (state.elsewhere && state.changed) return t('editor.draftFrom', seqs) + signed;
    if (!base) return t('editor.notSealedYet');
    return t('editor.versionBy', {
      seq: base.seq,
      time: changedInList(base.created_at),
      name: base.created_by.display_name,
    });
  }
}

function Acts() {
  const { t } = useTranslation();
  const work = useEditingSession();
  const view = useView((state) => state.view.kind);
  const panel = useView((state) => state.panel);
  const readOnly = useEditingState((state) => state.readOnly);
  const acting = useEditingState((state) => state.acting);
  const isInConflict = useEditingState((state) => state.conflict !== undefined);
  const pending = useEditingState((state) => reportFacts(state.meta.custom_attributes).pending !== null);
  const isWithdrawn = useEditingState((state) =>
    isEnteredInError(reportStatus(state.meta.custom_attributes)),
  );
  const seal = useKeyHint('seal');
  const sign = useKeyHint('sign');
  const print = useKeyHint('print');
  const history = useKeyHint('history');
  const giveUp = async () => {
    const { changed, draft } = work.store.getState();
    if (!(await discardDraft(work))) return;
    closePanel('gate');
    if (!changed && !draft) return;
    tellGivenUp(work, t);
  };
  if (view !== 'write' || readOnly) {
    return (
      <div className="acts">
        {view === 'write' && readOnly === 'signed' && !isWithdrawn ? (
          <>
            <OnlineOnlyButton onPress={() => void beginAddendum(work)}>
              {t('editor.addAddendum')}
            </OnlineOnlyButton>
            <OnlineOnlyButton onPress={() => openDialog('amend')}>{t('editor.amend')}</OnlineOnlyButton>
          </>
        ) : null}
        {view === 'write' ? (
          <Button
            icon="history"
            hint={history.hint}
            keyShortcut={history.keyShortcut}
            onPress={() => runCommand('history')}
          >
            {t('editor.tool.history')}
          </Button>
        ) : null}
        {view === 'write' && work.documents.resource === 'exams' ? (
          <Button icon="upload" onPress={() => runCommand('giveOut')}>
            {t('commands.giveOut')}
          </Button>
        ) : null}
        {view === 'compare' || view === 'print' ? null : (
          <Button
            icon="printer"
            hint={print.hint}
            keyShortcut={print.keyShortcut}
            onPress={() => runCommand('print')}
          >
            {t('common.print')}
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className="acts">
      <Button
        kind="primary"
        hint={seal.hint}
        keyShortcut={seal.keyShortcut}
        unavailable={acting !== undefined || isInConflict}
        describedBy={isInConflict ? 'conflict-words' : undefined}
        leavesFocus
        onPress={() => runCommand('seal')}
      >
        {t('editor.seal')}
      </Button>
      {pending ? (
        <Button unavailable={acting !== undefined} onPress={() => void giveUp()}>
          {t('editor.giveUp')}
        </Button>
      ) : null}
      {work.documents.resource === 'templates' || pending || panel === 'gate' ? null : (
        <Button
          hint={sign.hint}
          keyShortcut={sign.keyShortcut}
          unavailable={acting !== undefined}
          onPress={() => runCommand('sign')}
        >
          {t('editor.sign')}
        </Button>
      )}
    </div>
  );
}

/** Separator: a line on screen, a pause for screen readers. */
function Apart() {
  return (
    <i>
      <span className="vh">, </span>
    </i>
  );
}
