/** Files screen: drives and folders, the files of one folder, uploads, a preview. */

import { type KeyboardEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DriveNode, MediaKind } from '#contract/drives/node.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { UploadTray } from '#renderer/components/files/UploadTray.tsx';
import { useFileDrop } from '#renderer/components/files/use-file-drop.ts';
import { useFilePicker } from '#renderer/components/files/use-file-picker.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { HeadCell } from '#renderer/components/lists/Cell.tsx';
import { PanelToggle } from '#renderer/components/lists/PanelToggle.tsx';
import { toggled } from '#renderer/components/lists/toggle-value.ts';
import { VirtualGrid } from '#renderer/components/lists/VirtualGrid.tsx';
import { EmptyState } from '#renderer/components/notices/EmptyState.tsx';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { useSession } from '#renderer/state/session/session-store.ts';
import { navigate, useRoute } from '#renderer/state/shell/route-store.ts';
import { startUploads } from '#renderer/state/shell/upload-store.ts';
import { useTitle } from '#renderer/state/use-title.ts';
import { Crumbs } from './Crumbs.tsx';
import { DriveSide } from './DriveSide.tsx';
import { FilePanel } from './FilePanel.tsx';
import { NodeCells } from './NodeCells.tsx';
import { NodeDialogs, type NodeQuestion } from './NodeDialogs.tsx';
import { useFolder } from './use-folder.ts';

interface FilesScreenProps {
  readonly groupId: string | undefined;
  /** Folder id; `root` or undefined is the top of the drive. */
  readonly folderId: string | undefined;
}

export function FilesScreen({ groupId: routeGroupId, folderId: routeFolderId }: FilesScreenProps) {
  const { t } = useTranslation();
  const groups = useSession((state) => state.session?.groups) ?? [];
  const groupId = routeGroupId ?? groups.find((group) => group.key_available)?.security_group_id;
  const group = groups.find((known) => known.security_group_id === groupId);
  const folderId = routeFolderId === 'root' ? undefined : routeFolderId;
  const wantedNode = useRoute((route) => route.query['node']);
  const folder = useFolder(groupId, folderId);
  const [selectedId, setSelectedId] = useState<string | undefined>(wantedNode);
  const [hidden, setHidden] = useState<ReadonlySet<MediaKind>>(new Set());
  const [question, setQuestion] = useState<NodeQuestion>();
  useTitle(t('files.label'));

  const canWrite = group !== undefined && group.role !== 'viewer' && group.key_available;
  const upload = (chosen: readonly File[]) => {
    if (groupId === undefined) return;
    startUploads(chosen, { security_group_id: groupId, ...(folderId ? { parent_id: folderId } : {}) });
  };
  const picker = useFilePicker(upload);
  const drop = useFileDrop(upload, canWrite);
  const shown = useMemo(
    () => folder.nodes.filter((node) => node.kind === 'folder' || !hidden.has(node.media_kind ?? 'other')),
    [folder.nodes, hidden],
  );
  const items = useMemo(
    () => shown.map((node) => ({ kind: 'row', key: node.node_id, value: node }) as const),
    [shown],
  );
  const selected = shown.find((node) => node.node_id === selectedId) ?? shown[0];
  const place = folder.path.at(-1)?.name ?? group?.name ?? '';
  const open = (id: string) => {
    const node = shown.find((known) => known.node_id === id);
    if (node?.kind === 'folder' && groupId) navigate(['files', groupId, id]);
  };
  const ask = (kind: 'rename' | 'move', node: DriveNode) => setQuestion({ kind, node });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'F2' && selected && canWrite) ask('rename', selected);
  };
  if (!groupId) {
    return (
      <main className="main" id="main" aria-label={t('files.label')}>
        <EmptyState icon="drive" title={t('files.chooseDrive')} text={t('files.chooseDriveText')} />
      </main>
    );
  }
  return (
    <div className="cols three">
      <DriveSide
        groupId={groupId}
        folder={folder}
        hidden={hidden}
        onToggle={(kind) => setHidden((before) => new Set(toggled([...before], kind)))}
      />
      <main
        className={`main${drop.over ? ' dropping' : ''}`}
        id="main"
        aria-label={t('files.label')}
        data-pane
        onKeyDown={onKeyDown}
        {...drop.handlers}
      >
        <div className="main-h">
          <Crumbs groupId={groupId} groupName={group?.name ?? ''} path={folder.path} />
          <span className="gap" />
          <PanelToggle label={t('files.preview')} />
          <Button icon="folder-new" unavailable={!canWrite} onPress={() => setQuestion({ kind: 'folder' })}>
            {t('files.newFolder')}
          </Button>
          {picker.input}
          <Button kind="primary" icon="upload" unavailable={!canWrite} onPress={picker.open}>
            {t('files.upload')}
          </Button>
        </div>
        <ErrorRegion error={folder.error} onRetry={folder.reload} />
        {shown.length === 0 ? (
          folder.loading ? null : (
            <EmptyState icon="folder" title={t('files.emptyTitle')} text={t('files.emptyText')} />
          )
        ) : (
          <VirtualGrid
            label={t('files.grid')}
            className="fl"
            head={
              <>
                <HeadCell label={t('files.columnName')} sorted="ascending" />
                <HeadCell label={t('files.columnExam')} />
                <HeadCell label={t('files.columnSize')} numeric />
                <HeadCell label={t('files.columnAdded')} numeric />
              </>
            }
            items={items}
            selectedKey={selected?.node_id}
            onSelect={setSelectedId}
            onOpen={open}
            renderRow={(node) => <NodeCells node={node} />}
          />
        )}
        {canWrite ? (
          <p className="drop">
            <Icon name="upload" />
            {drop.over ? t('files.dropNow') : t('files.dropHere', { place })}
          </p>
        ) : null}
        <UploadTray />
      </main>
      <FilePanel node={selected} canWrite={canWrite} onAsk={ask} onChanged={folder.reload} onOpen={open} />
      {question ? (
        <NodeDialogs
          question={question}
          groupId={groupId}
          folder={folder}
          onClose={() => setQuestion(undefined)}
          onDone={(node) => {
            setQuestion(undefined);
            setSelectedId(node.node_id);
            folder.reload();
          }}
        />
      ) : null}
    </div>
  );
}
