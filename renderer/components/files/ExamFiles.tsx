/** The files of one exam, for the report's panel: drop or upload, progress, preview, download. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DriveNode } from '#contract/drives/node.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { changedAt } from '#renderer/messages/dates.ts';
import { byteSize } from '#renderer/messages/numbers.ts';
import { startUploads, useUploads } from '#renderer/state/frame/upload-store.ts';
import { FilePreview } from './FilePreview.tsx';
import { nodeIcon } from './file-kind.ts';
import { saveFile } from './save-file.ts';
import { UploadTray } from './UploadTray.tsx';
import { useFileDrop } from './use-file-drop.ts';

interface ExamFilesProps {
  readonly securityGroupId: string;
  readonly examId: string;
  readonly canWrite: boolean;
}

export function ExamFiles({ securityGroupId, examId, canWrite }: ExamFilesProps) {
  const { t } = useTranslation();
  const [nodes, setNodes] = useState<readonly DriveNode[]>([]);
  const [error, setError] = useState<unknown>();
  const [openId, setOpenId] = useState<string>();
  const finished = useUploads((state) => state.finished);
  const picker = useRef<HTMLInputElement>(null);
  const upload = (files: readonly File[]) =>
    startUploads(files, { security_group_id: securityGroupId, exam_id: examId });
  const drop = useFileDrop(upload, canWrite);
  const read = useCallback(async () => {
    const query = { exam_id: examId, kind: 'file', limit: 200 } as const;
    setNodes(await vault().drive(securityGroupId).list(query).toArray({ limit: 1_000 }));
  }, [securityGroupId, examId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a finished upload reads again
  useEffect(() => {
    read().catch(setError);
  }, [read, finished]);
  const opened = nodes.find((node) => node.node_id === openId);
  return (
    <section
      className={`exam-files${drop.over ? ' dropping' : ''}`}
      aria-label={t('files.label')}
      {...drop.handlers}
    >
      {error === undefined ? null : <ErrorNotice error={error} onRetry={() => read().catch(setError)} />}
      <ul className="file-list">
        {nodes.map((node) => (
          <li key={node.node_id}>
            <button
              type="button"
              aria-expanded={node.node_id === openId}
              onClick={() => setOpenId(node.node_id === openId ? undefined : node.node_id)}
            >
              <Icon name={nodeIcon(node)} />
              <span className="tx">{node.name ?? t('states.noKey')}</span>
              <span className="dim">
                {node.size === null ? t(`files.status.${node.status}`) : byteSize(node.size)},{' '}
                {changedAt(node.completed_at ?? node.created_at)}
              </span>
            </button>
            <Button
              kind="quiet"
              size="s"
              icon="download"
              label={`${t('files.download')} ${node.name ?? ''}`}
              onPress={() => saveFile(node).catch(setError)}
            />
          </li>
        ))}
      </ul>
      {opened ? <FilePreview key={opened.node_id} node={opened} /> : null}
      {canWrite ? (
        <div className="drop">
          <Icon name="upload" />
          <span>{drop.over ? t('files.dropNow') : t('files.dropExam')}</span>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            onChange={(event) => {
              upload([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
          <Button size="s" onPress={() => picker.current?.click()}>
            {t('files.upload')}
          </Button>
        </div>
      ) : null}
      <UploadTray />
    </section>
  );
}
