/** Dialog that imports FHIR files and DICOM folders: choose, count without sending, then seal. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Select } from '#renderer/components/controls/Select.tsx';
import { Dialog } from '#renderer/components/dialogs/Dialog.tsx';
import { useFileChooser } from '#renderer/components/files/use-file-chooser.tsx';
import { useFileDrop } from '#renderer/components/files/use-file-drop.ts';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { useWritableGroups } from '#renderer/state/session/writable-groups.ts';
import { closeOverlay } from '#renderer/state/shell/overlay-store.ts';
import { type ChosenFiles, sortFiles } from './chosen-files.ts';
import { ImportCounts } from './ImportCounts.tsx';
import { ImportedNames } from './ImportedNames.tsx';
import { ImportFailures } from './ImportFailures.tsx';
import { type ImportedFiles, runImport } from './run-import.ts';
import { StopQuestion } from './StopQuestion.tsx';

type Stage =
  | { readonly kind: 'choose' }
  | { readonly kind: 'running'; readonly dry: boolean; readonly done: number; readonly total: number }
  | { readonly kind: 'counted'; readonly result: ImportedFiles }
  | { readonly kind: 'done'; readonly result: ImportedFiles };

const NOTHING: ChosenFiles = { fhir: [], dicom: [], others: [] };

interface ImportDialogProps {
  /** Files that are counted at once when the dialog opens. */
  readonly files?: readonly File[] | undefined;
}

export function ImportDialog({ files: dropped }: ImportDialogProps) {
  const { t } = useTranslation();
  const writable = useWritableGroups();
  const [chosenGroupId, setGroupId] = useState<string>();
  const groupId = chosenGroupId ?? writable[0]?.security_group_id;
  const [chosen, setChosen] = useState(NOTHING);
  const [stage, setStage] = useState<Stage>({ kind: 'choose' });
  const [error, setError] = useState<unknown>();
  const [askingStop, setAskingStop] = useState(false);
  const abort = useRef(new AbortController());
  useEffect(() => () => abort.current.abort(), []);

  const run = async (sources: ChosenFiles, dry: boolean) => {
    setError(undefined);
    setStage({ kind: 'running', dry, done: 0, total: 1 });
    const { signal } = abort.current;
    const target =
      groupId === undefined ? undefined : { client: vault(), security_group_id: groupId, signal };
    try {
      const result = await runImport(sources, target, dry, (done, total) => {
        if (!signal.aborted) setStage({ kind: 'running', dry, done, total });
      });
      if (signal.aborted) return;
      setError(result.error);
      setStage({ kind: dry ? 'counted' : 'done', result });
    } catch (caught) {
      if (signal.aborted) return;
      setError(caught);
      setStage({ kind: 'choose' });
    }
  };
  const take = async (list: readonly File[]) => {
    if (list.length === 0) return;
    const sorted = await sortFiles(list);
    setChosen(sorted);
    await run(sorted, true);
  };
  const chooser = useFileChooser((list) => void take(list));
  const takeDropped = useEffectEvent(() => void take(dropped ?? []));
  useEffect(() => takeDropped(), []);
  const drop = useFileDrop(take, stage.kind !== 'running');
  const hasWork =
    stage.kind === 'counted' &&
    (Object.keys(stage.result.fhir.imported).length > 0 || stage.result.dicom.exams.mapped > 0);
  const isSealing = stage.kind === 'running' && !stage.dry;
  const close = () => (isSealing ? setAskingStop(true) : closeOverlay());
  return (
    <Dialog title={t('imports.title')} className="import-dialog" onClose={close}>
      <div className="b stack" {...drop.handlers}>
        <p>{t('imports.lead')}</p>
        {writable.length > 1 ? (
          <Select
            label={t('common.group')}
            value={groupId ?? ''}
            choices={writable.map((group) => ({ value: group.security_group_id, label: group.name }))}
            onChange={setGroupId}
          />
        ) : null}
        {stage.kind === 'choose' || stage.kind === 'counted' ? (
          <div className={`drop exam-drop${drop.over ? ' dropping' : ''}`}>
            <span>{t('imports.drop')}</span>
            {chooser.inputs}
            <Button size="s" icon="file" autoFocus onPress={chooser.chooseFiles}>
              {t('imports.chooseFiles')}
            </Button>
            <Button size="s" icon="folder" onPress={chooser.chooseFolder}>
              {t('imports.chooseFolder')}
            </Button>
          </div>
        ) : null}
        {stage.kind === 'running' ? (
          <div role="status">
            <p>{t(stage.dry ? 'imports.counting' : 'imports.running')}</p>
            <progress max={stage.total} value={stage.done} aria-label={t('imports.title')} />
          </div>
        ) : null}
        {stage.kind === 'counted' || stage.kind === 'done' ? (
          <>
            <ImportedNames named={stage.result.named} />
            <ImportCounts result={stage.result} isDone={stage.kind === 'done'}>
              <ImportFailures result={stage.result} others={chosen.others} isDone={stage.kind === 'done'} />
            </ImportCounts>
          </>
        ) : null}
        {error === undefined ? null : <ErrorNotice error={error} />}
      </div>
      <div className="f">
        {stage.kind === 'counted' ? (
          <Button
            kind="primary"
            unavailable={!hasWork || groupId === undefined}
            onPress={() => run(chosen, false)}
          >
            {t('imports.start')}
          </Button>
        ) : null}
        <Button kind={stage.kind === 'done' ? 'primary' : 'quiet'} hint="Esc" onPress={close}>
          {t(stage.kind === 'done' ? 'common.done' : 'common.cancel')}
        </Button>
      </div>
      {askingStop && isSealing ? (
        <StopQuestion onStop={closeOverlay} onClose={() => setAskingStop(false)} />
      ) : null}
    </Dialog>
  );
}
