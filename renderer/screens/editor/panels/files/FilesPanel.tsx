/** The side panel with the files of the open exam. A viewer of the group sees the files, but cannot upload. */
import { useTranslation } from 'react-i18next';
import { Link } from '#renderer/components/controls/Link.tsx';
import { DropZone } from '#renderer/components/files/DropZone.tsx';
import { UploadTray } from '#renderer/components/files/UploadTray.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import type { ReportPatient } from '#renderer/screens/editor/frame/use-patient.ts';
import { usePictureOwner } from '#renderer/screens/editor/pictures/use-picture-owner.ts';
import { useUploads } from '#renderer/state/shell/upload-store.ts';
import { keyImagesOf } from './collect-key-images.ts';
import { DocumentRows } from './DocumentRows.tsx';
import { KeyImages } from './KeyImages.tsx';
import { PinExam } from './PinExam.tsx';
import { SeriesRows } from './SeriesRows.tsx';
import type { ExamFiles } from './use-exam-files.ts';
import { useFigures } from './use-figures.ts';

interface FilesPanelProps {
  readonly files: ExamFiles;
  readonly patient: ReportPatient | undefined;
}

/** Lists uploads in progress, key images, series and documents, and accepts dropped files. */
export function FilesPanel({ files, patient }: FilesPanelProps) {
  const { t } = useTranslation();
  const { documents } = useEditingSession();
  const groupId = useEditingState((state) => state.index?.security_group_id);
  const mayWrite = useEditingState((state) => state.readOnly !== 'role' && state.readOnly !== 'trashed');
  const { exam_date, custom_attributes } = useEditingState((state) => state.meta);
  const figures = useFigures();
  const ownerOf = usePictureOwner(patient);
  const { nodes, stacks, error } = files;
  const sizes = new Map<string, number>((nodes ?? []).map(({ node_id, size }) => [node_id, size ?? 0]));
  // Hide files still uploading, because the tray above shows them with progress.
  const uploads = useUploads((state) => state.uploads);
  const onTheirWay = new Set(
    uploads.flatMap(({ node_id, status }) => (node_id === undefined || status === 'sealed' ? [] : node_id)),
  );
  const inSeries = new Set(stacks.flatMap(({ series }) => series.instances.map(({ node_id }) => node_id)));
  return (
    <div className="panel-b exam-files">
      <UploadTray examId={documents.id} passing />
      {error === undefined ? null : <ErrorNotice error={error} />}
      <PinExam examId={documents.id} />
      <KeyImages
        images={keyImagesOf(stacks, figures, custom_attributes)}
        isAsked={(header) => ownerOf(header, exam_date).isAsked}
      />
      <SeriesRows
        stacks={stacks}
        patient={patient}
        examDate={exam_date}
        sizeOf={(nodeId) => sizes.get(nodeId) ?? 0}
      />
      <DocumentRows
        nodes={(nodes ?? []).filter(({ node_id }) => !inSeries.has(node_id) && !onTheirWay.has(node_id))}
      />
      {groupId === undefined ? null : (
        <>
          {mayWrite ? <DropZone target={{ security_group_id: groupId, exam_id: documents.id }} /> : null}
          {nodes?.length === 0 && !mayWrite ? <p className="note">{t('review.files.none')}</p> : null}
          <p className="acts">
            <Link className="btn s quiet" to={['files', groupId]} query={{ exam: documents.id }}>
              {t('review.files.open')}
            </Link>
          </p>
        </>
      )}
    </div>
  );
}
