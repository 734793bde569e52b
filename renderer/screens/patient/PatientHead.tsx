/**
 * Heading of the patient screen with its actions. Only owners of the patient's group are offered erasure, which
 * cannot be undone.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentView } from '#contract/documents/views.ts';
import { mainIdentifier } from '#records/identity/identifiers.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { useKeyHint } from '#renderer/commands/keymap.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Link } from '#renderer/components/controls/Link.tsx';
import { useFilePicker } from '#renderer/components/files/use-file-picker.tsx';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { ageText } from '#renderer/components/records/age-text.ts';
import { RecordMenu } from '#renderer/components/records/RecordMenu.tsx';
import { StateBadge } from '#renderer/components/records/StateBadge.tsx';
import { sexWord } from '#renderer/components/records/sex.ts';
import { OnlineOnlyButton } from '#renderer/components/travelling-copy/OnlineOnlyButton.tsx';
import { shortDay } from '#renderer/messages/dates.ts';
import { examCache, patientCache } from '#renderer/state/record-cache/record-caches.ts';
import type { ExamRow } from '#renderer/state/record-cache/record-row.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { openOverlay } from '#renderer/state/shell/overlay-store.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';
import { startUploads } from '#renderer/state/shell/upload-store.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import { EraseDialog } from './EraseDialog.tsx';
import { TrashQuestion } from './TrashQuestion.tsx';

interface PatientHeadProps {
  readonly view: DocumentView<'patients'>;
  /** Exam to which files are added. */
  readonly exam: ExamRow | undefined;
}

/** Patient's identity in one line, with the actions. */
export function PatientHead({ view, exam }: PatientHeadProps) {
  const { t } = useTranslation();
  const { index, record } = view;
  const id = index.document_id;
  const newExam = useKeyHint('newExam');
  const picker = useFilePicker((files) => {
    if (exam) startUploads(files, { security_group_id: exam.security_group_id, exam_id: exam.id });
  });
  const [error, setError] = useState<unknown>();
  const [erasing, setErasing] = useState(false);
  const isOwner = useSession((state) =>
    state.session?.groups.some(
      ({ security_group_id, role }) => security_group_id === index.security_group_id && role === 'owner',
    ),
  );
  const exams = examCache.use((state) => state.rows);
  const left = [...exams.values()].filter((row) => row.patient_id === id && !row.is_deleted).length;
  const [askingTrash, setAskingTrash] = useState(false);
  const sex = sexWord(record.biological_sex, t);
  const identifier = mainIdentifier(record.identifiers);

  const trash = async () => {
    try {
      patientCache.putIndex(await vault().patients.delete(id));
      const run = () => {
        vault().patients.restore(id).then(patientCache.putIndex).catch(setError);
      };
      showToast({
        icon: 'trash',
        text: t('patients.trashed', { name: record.display_name }),
        action: { label: t('worklist.undo'), run },
      });
      navigate(['patients']);
    } catch (caught) {
      setError(caught);
    }
  };
  const archive = async () => {
    try {
      const act = index.is_archived ? vault().patients.unarchive(id) : vault().patients.archive(id);
      patientCache.putIndex(await act);
      const text = t(index.is_archived ? 'patients.unarchivedToast' : 'patients.archivedToast', {
        name: record.display_name,
      });
      showToast({ icon: 'archive', text });
    } catch (caught) {
      setError(caught);
    }
  };
  return (
    <>
      <div className="pat-h">
        <div className="pat-who">
          <h1>{record.display_name}</h1>
          <p className="mid">
            {record.birth_date ? (
              <span>
                {t('patients.born')} <b>{shortDay(record.birth_date)}</b>, {ageText(record.birth_date, t)}
              </span>
            ) : null}
            {sex ? <span>{sex}</span> : null}
            {identifier ? (
              <span>
                {identifier.type || t('patients.identifier')} <b>{identifier.value}</b>
              </span>
            ) : null}
            <StateBadge state="sealed" words={t('patients.sealedVersion', { seq: index.meta.seq })} />
          </p>
        </div>
        <div className="acts">
          <Link className="btn" to={['patients', id, 'edit']}>
            {t('patients.edit')}
          </Link>
          {picker.input}
          <OnlineOnlyButton
            icon="upload"
            unavailable={exam === undefined}
            describedBy="upload-where"
            onPress={picker.open}
          >
            {t('patients.upload')}
          </OnlineOnlyButton>
          <span className="vh" id="upload-where">
            {exam ? exam.summary?.title : t('patients.uploadWhere')}
          </span>
          <Button
            kind="primary"
            autoFocus
            {...newExam}
            onPress={() => openOverlay({ kind: 'new_exam', patient_id: id })}
          >
            {t('patients.newExam')}
          </Button>
          <RecordMenu
            archiveLabel={t(index.is_archived ? 'patients.unarchive' : 'patients.archive')}
            trashLabel={t('patients.moveToTrash')}
            onArchive={archive}
            onTrash={() => (left > 0 ? setAskingTrash(true) : void trash())}
            erase={isOwner ? { label: t('erase.menu'), run: () => setErasing(true) } : undefined}
          />
        </div>
      </div>
      <ErrorRegion error={error} />
      {askingTrash ? (
        <TrashQuestion
          name={record.display_name}
          exams={left}
          onTrash={trash}
          onClose={() => setAskingTrash(false)}
        />
      ) : null}
      {erasing ? (
        <EraseDialog patientId={id} name={record.display_name} onClose={() => setErasing(false)} />
      ) : null}
    </>
  );
}
