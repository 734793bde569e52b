import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DriveNode } from '#contract/drives/node.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Link } from '#renderer/components/controls/Link.tsx';
import { DropZone } from '#renderer/components/files/DropZone.tsx';
import { FileCards } from '#renderer/components/files/FileCards.tsx';
import { UploadTray } from '#renderer/components/files/UploadTray.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { useWork, useWorkState } from '#renderer/editor/work/work-context.ts';
import { showPictures } from '#renderer/screens/editor/view-store.ts';
import { useUploads } from '#renderer/state/frame/upload-store.ts';

const SHOWN_MAX = 500;
/** Pictures are made after the upload: looked for this often, and no longer than this. */
const LOOK_MS = 2_000;
const LOOKS_MAX = 15;

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

interface ExamFiles {
  readonly nodes: readonly DriveNode[] | undefined;
  readonly error: unknown;
}

function useExamFiles(groupId: string | undefined, examId: string): ExamFiles {
  const [files, setFiles] = useState<ExamFiles>({ nodes: undefined, error: undefined });
  const finished = useUploads((state) => state.finished);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a finished upload reads again
  useEffect(() => {
    if (groupId === undefined) return undefined;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async (look: number) => {
      const list = vault().drive(groupId).list({ exam_id: examId, kind: 'file' }, { signal: abort.signal });
      const nodes = await list.toArray({ limit: SHOWN_MAX });
      setFiles({ nodes, error: undefined });
      if (look < LOOKS_MAX && nodes.some(isBeingMade))
        timer = setTimeout(() => read(look + 1).catch(() => undefined), LOOK_MS);
    };
    read(0).catch((error: unknown) => {
      if (!abort.signal.aborted) setFiles({ nodes: undefined, error });
    });
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [groupId, examId, finished]);
  return files;
}

function isBeingMade({ processing_status: status }: DriveNode): boolean {
  return status === 'queued' || status === 'running';
}
