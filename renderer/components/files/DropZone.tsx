/** Where files of an exam are let go or chosen; they are sealed with it. */
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { startUploads, type UploadTarget } from '#renderer/state/frame/upload-store.ts';
import { useFileDrop } from './use-file-drop.ts';

interface DropZoneProps {
  readonly target: UploadTarget;
}

export function DropZone({ target }: DropZoneProps) {
  const { t } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  const drop = useFileDrop((files) => startUploads(files, target));
  return (
    <div className={`drop exam-drop${drop.over ? ' dropping' : ''}`} {...drop.handlers}>
      <span>{t(drop.over ? 'files.dropNow' : 'files.dropExam')}</span>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          startUploads([...(event.target.files ?? [])], target);
          event.target.value = '';
        }}
      />
      <Button size="s" icon="upload" onPress={() => picker.current?.click()}>
        {t('files.uploadToExam')}
      </Button>
    </div>
  );
}
