import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DriveNode } from '#contract/drives/node.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { FileCards } from '#renderer/components/files/FileCards.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { useWork, useWorkState } from '#renderer/editor/work/work-context.ts';
import { Link } from '#renderer/frame/Link.tsx';

const SHOWN_MAX = 500;

/** The exam's own files; each opens in the drive browser. */
export function FilesPanel() {
  const { t } = useTranslation();
  const { documents } = useWork();
  const groupId = useWorkState((state) => state.index?.security_group_id);
  const [nodes, setNodes] = useState<readonly DriveNode[]>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    if (groupId === undefined) return;
    vault()
      .drive(groupId)
      .list({ exam_id: documents.id, kind: 'file' })
      .toArray({ limit: SHOWN_MAX })
      .then(setNodes, setError);
  }, [groupId, documents.id]);
  return (
    <div className="panel-b">
      {error === undefined ? null : <ErrorNotice error={error} />}
      {nodes?.length === 0 ? <p className="note">{t('review.files.none')}</p> : null}
      {nodes && nodes.length > 0 ? <FileCards nodes={nodes} /> : null}
      {groupId === undefined ? null : (
        <p className="acts">
          <Link className="btn s" to={['files', groupId]} query={{ exam: documents.id }}>
            {t('review.files.open')}
          </Link>
        </p>
      )}
    </div>
  );
}
