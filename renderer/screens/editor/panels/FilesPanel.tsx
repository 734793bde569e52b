import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Link } from '#renderer/components/controls/Link.tsx';
import { DropZone } from '#renderer/components/files/DropZone.tsx';
import { FileCards } from '#renderer/components/files/FileCards.tsx';
import { UploadTray } from '#renderer/components/files/UploadTray.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { useWork, useWorkState } from '#renderer/editor/work/work-context.ts';
import { showPictures } from '#renderer/screens/editor/view-store.ts';
import { useExamFiles } from './use-exam-files.ts';

/** The exam's own files, what is on its way above them, and where more are let go. */
export function FilesPanel() {
  const { t } = useTranslation();
  const { documents } = useWork();
  const groupId = useWorkState((state) => state.index?.security_group_id);
  const mayWrite = useWorkState((state) => state.readOnly !== 'role' && state.readOnly !== 'trashed');
  const { nodes, error } = useExamFiles(groupId, documents.id);
  return (
    <div className="panel-b exam-files">
      <UploadTray examId={documents.id} />
      {error === undefined ? null : <ErrorNotice error={error} />}
      {nodes?.length === 0 ? <p className="note">{t('review.files.none')}</p> : null}
      {nodes && nodes.length > 0 ? <FileCards nodes={nodes} /> : null}
      {groupId === undefined ? null : (
        <>
          {mayWrite ? <DropZone target={{ security_group_id: groupId, exam_id: documents.id }} /> : null}
          <p className="acts">
            {nodes?.some(({ media_kind }) => media_kind === 'dicom') ? (
              <Button size="s" icon="file-dicom" onPress={() => showPictures(true)}>
                {t('review.files.pictures')}
              </Button>
            ) : null}
            <Link className="btn s" to={['files', groupId]} query={{ exam: documents.id }}>
              {t('review.files.open')}
            </Link>
          </p>
        </>
      )}
    </div>
  );
}
