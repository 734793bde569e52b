/** Dialogs for a new folder's name, renaming, and the folder to move to. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DriveNode } from '#contract/drives/node.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Select } from '#renderer/components/controls/Select.tsx';
import { FormDialog } from '#renderer/components/forms/FormDialog.tsx';
import { NameDialog } from '#renderer/components/forms/NameDialog.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { useDriveFolders } from './use-drive-folders.ts';
import type { Folder } from './use-folder.ts';

export type NodeQuestion =
  | { readonly kind: 'folder' }
  | { readonly kind: 'rename' | 'move'; readonly node: DriveNode };

interface NodeDialogsProps {
  readonly question: NodeQuestion;
  readonly groupId: string;
  readonly folder: Folder;
  readonly onClose: () => void;
  readonly onDone: (node: DriveNode) => void;
}

export function NodeDialogs({ question, groupId, folder, onClose, onDone }: NodeDialogsProps) {
  const { t } = useTranslation();
  const parentId = folder.path.at(-1)?.node_id ?? null;
  const drive = vault().drive(groupId);
  if (question.kind === 'folder') {
    return (
      <NameDialog
        title={t('files.newFolder')}
        label={t('files.folderName')}
        missing={t('files.nameMissing')}
        act={t('files.createFolder')}
        send={async (name, options) => onDone(await drive.mkdir({ name, parent_id: parentId }, options))}
        onClose={onClose}
      />
    );
  }
  const { node } = question;
  if (question.kind === 'move') {
    return <MoveDialog node={node} groupId={groupId} parentId={parentId} onClose={onClose} onDone={onDone} />;
  }
  return (
    <NameDialog
      title={t('files.rename')}
      label={t('files.newName')}
      missing={t('files.nameMissing')}
      act={t('files.renameAct')}
      initial={node.name ?? ''}
      send={async (name) => onDone(await drive.patch(node.node_id, { name }))}
      onClose={onClose}
    />
  );
}

interface MoveDialogProps {
  readonly node: DriveNode;
  readonly groupId: string;
  /** The open folder; null is the top of the drive. */
  readonly parentId: string | null;
  readonly onClose: () => void;
  readonly onDone: (node: DriveNode) => void;
}

function MoveDialog({ node, groupId, parentId, onClose, onDone }: MoveDialogProps) {
  const { t } = useTranslation();
  const [target, setTarget] = useState(parentId ?? '');
  const folders = useDriveFolders(groupId, true);
  const submit = useSubmit({
    body: { parent_id: target || null },
    send: async (body) => onDone(await vault().drive(groupId).patch(node.node_id, body)),
  });
  return (
    <FormDialog
      title={t('files.moveTitle', { name: node.name ?? '' })}
      act={t('files.moveAct')}
      submit={submit}
      onClose={onClose}
    >
      <Select
        label={t('files.moveTo')}
        value={target}
        choices={[
          { value: '', label: t('files.moveRoot') },
          ...folders
            .filter((known) => known.id !== node.node_id)
            .map((known) => ({ value: known.id, label: known.path })),
        ]}
        onChange={setTarget}
      />
    </FormDialog>
  );
}
