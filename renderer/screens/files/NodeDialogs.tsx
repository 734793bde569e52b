/** Asking for a folder's name, a new name, or where to move to. */
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DriveNode } from '#contract/drives/node.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Select } from '#renderer/components/controls/Select.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { Dialog } from '#renderer/components/dialogs/Dialog.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { useDriveFolders } from './use-drive-folders.ts';
import type { Folder } from './use-folder.ts';

export interface NodeQuestion {
  readonly kind: 'folder' | 'rename' | 'move';
  /** Undefined for a new folder. */
  readonly node: DriveNode | undefined;
}

interface NodeDialogsProps {
  readonly question: NodeQuestion;
  readonly groupId: string;
  readonly folder: Folder;
  readonly onClose: () => void;
  readonly onDone: (node: DriveNode) => void;
}

export function NodeDialogs({ question, groupId, folder, onClose, onDone }: NodeDialogsProps) {
  const { t } = useTranslation();
  const { kind, node } = question;
  const parentId = folder.path.at(-1)?.node_id ?? null;
  const [name, setName] = useState(node?.name ?? '');
  const [target, setTarget] = useState(parentId ?? '');
  const [tried, setTried] = useState(false);
  const [error, setError] = useState<unknown>();
  const folders = useDriveFolders(groupId, kind === 'move');
  const drive = vault().drive(groupId);

  const act = (): Promise<DriveNode> => {
    if (!node) return drive.mkdir({ name: name.trim(), parent_id: parentId });
    if (kind === 'rename') return drive.patch(node.node_id, { name: name.trim() });
    return drive.patch(node.node_id, { parent_id: target || null });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (kind !== 'move' && name.trim() === '') return;
    try {
      onDone(await act());
    } catch (caught) {
      setError(caught);
    }
  };
  const words = {
    folder: { title: t('files.newFolder'), label: t('files.folderName'), act: t('files.createFolder') },
    rename: { title: t('files.rename'), label: t('files.newName'), act: t('files.renameAct') },
    move: {
      title: t('files.moveTitle', { name: node?.name ?? '' }),
      label: t('files.moveTo'),
      act: t('files.moveAct'),
    },
  }[kind];
  return (
    <Dialog title={words.title} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <div className="b">
          {kind === 'move' ? (
            <Select
              label={words.label}
              value={target}
              choices={[
                { value: '', label: t('files.moveRoot') },
                ...folders
                  .filter((known) => known.id !== node?.node_id)
                  .map((known) => ({ value: known.id, label: known.path })),
              ]}
              onChange={setTarget}
            />
          ) : (
            <TextField
              label={words.label}
              value={name}
              onChange={setName}
              error={tried && name.trim() === '' ? t('files.nameMissing') : undefined}
              autoFocus
            />
          )}
          {error === undefined ? null : <ErrorNotice error={error} />}
        </div>
        <div className="f">
          <Button kind="primary" type="submit" hint="Enter">
            {words.act}
          </Button>
          <Button kind="quiet" hint="Esc" onPress={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
