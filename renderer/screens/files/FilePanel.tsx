/**
 * Preview, details and actions of the selected file or folder. Deleting moves it into the trash, where it can be
 * restored.
 */
import { useTranslation } from 'react-i18next';
import type { DriveNode } from '#contract/drives/node.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Link } from '#renderer/components/controls/Link.tsx';
import { FilePreview } from '#renderer/components/files/FilePreview.tsx';
import { saveFile } from '#renderer/components/files/save-file.ts';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { changedAt } from '#renderer/messages/dates.ts';
import { byteSize } from '#renderer/messages/numbers.ts';
import { examCache } from '#renderer/state/record-cache/record-caches.ts';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';
import { useGroupName } from '#renderer/state/shell/use-group-name.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import { DragOutName } from './DragOutName.tsx';

interface FilePanelProps {
  readonly node: DriveNode | undefined;
  readonly canWrite: boolean;
  readonly onAsk: (kind: 'rename' | 'move', node: DriveNode) => void;
  readonly onChanged: () => void;
  readonly onOpen: (id: string) => void;
}

/** Shows the selected file with preview, details and actions. */
export function FilePanel({ node, canWrite, onAsk, onChanged, onOpen }: FilePanelProps) {
  const { t } = useTranslation();
  const { error, act } = useAsyncAction();
  const exam = examCache.use((state) => (node?.exam_id ? state.rows.get(node.exam_id) : undefined));
  const groupName = useGroupName(node?.security_group_id);
  if (!node) {
    return (
      <aside className="panel" aria-label={t('files.preview')} data-pane>
        <div className="panel-b">
          <p className="dim">{t('files.previewNothing')}</p>
        </div>
      </aside>
    );
  }
  const name = node.name ?? t('states.noKey');
  const download = () =>
    act(async () => {
      if (await saveFile(node)) showToast({ icon: 'download', text: t('files.downloaded', { name }) });
    });
  const trash = () =>
    act(async () => {
      await vault().drive(node.security_group_id).delete(node.node_id);
      showToast({ icon: 'trash', text: t('files.trashed', { name }) });
      onChanged();
    });
  const isFile = node.kind === 'file';
  const what = [
    t(`files.kind.${isFile ? (node.media_kind ?? 'other') : 'folder'}`),
    node.size === null ? '' : byteSize(node.size),
    node.page_count ? t('files.pages', { count: node.page_count }) : '',
    node.at_clinic ? t('travel.atTheClinic') : '',
  ];
  return (
    <aside className="panel" aria-label={t('files.preview')} data-pane>
      {isFile ? <FilePreview key={node.node_id} node={node} /> : null}
      <div className="panel-b">
        <DragOutName node={node} name={name} />
        <p className="mid">{what.filter(Boolean).join(', ')}</p>
        {node.own_name === undefined ? null : (
          <p className="mid">{t('travel.renamed.text', { name: node.own_name })}</p>
        )}
        {error === undefined ? null : <ErrorNotice error={error} />}
        <h3 className="sec">{t('files.details')}</h3>
        <dl className="dl">
          {isFile ? (
            <>
              <dt>{t('files.exam')}</dt>
              <dd>
                {exam ? (
                  <Link className="link" to={['exams', exam.id]}>
                    {exam.summary?.title ?? t('worklist.untitled')}
                  </Link>
                ) : (
                  <span className="dim">{t('files.noExam')}</span>
                )}
              </dd>
              <dt>{t('files.type')}</dt>
              <dd>{node.mime_type}</dd>
            </>
          ) : null}
          <dt>{t('files.added')}</dt>
          <dd>{changedAt(node.completed_at ?? node.created_at)}</dd>
          <dt>{t('files.sealedFor')}</dt>
          <dd>{groupName}</dd>
        </dl>
      </div>
      <div className="panel-f">
        {isFile ? (
          <Button icon="download" unavailable={node.status !== 'ready'} onPress={download}>
            {t('files.download')}
          </Button>
        ) : (
          <Button hint="Enter" onPress={() => onOpen(node.node_id)}>
            {t('files.open')}
          </Button>
        )}
        {canWrite ? (
          <>
            <Button hint="F2" onPress={() => onAsk('rename', node)}>
              {t('files.rename')}
            </Button>
            <Button onPress={() => onAsk('move', node)}>{t('files.move')}</Button>
            <span className="gap" />
            <Button kind="quiet" icon="trash" label={t('files.moveToTrash')} onPress={trash} />
          </>
        ) : null}
      </div>
    </aside>
  );
}
