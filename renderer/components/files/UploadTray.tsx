/** Tray of this window's uploads: progress as text and bar, pause, resume, cancel, retry. */
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { errorText } from '#renderer/components/notices/error-text.ts';
import { byteSize, count, percentText } from '#renderer/messages/numbers.ts';
import {
  cancelUpload,
  clearFinishedUploads,
  pauseUpload,
  resumeUpload,
  type Upload,
  useUploads,
} from '#renderer/state/shell/upload-store.ts';

/** Uploads that need attention are listed above finished ones. */
const RANK: Readonly<Record<Upload['status'], number>> = {
  running: 0,
  failed: 1,
  paused: 2,
  comparing: 3,
  waiting: 4,
  sealed: 5,
};

interface UploadTrayProps {
  /** Limits the list to uploads of this exam. */
  readonly examId?: string;
  /** True beside other work, where finished uploads disappear automatically. */
  readonly passing?: boolean;
}

export function UploadTray({ examId, passing = false }: UploadTrayProps) {
  const { t } = useTranslation();
  const all = useUploads((state) => state.uploads);
  const uploads = all
    .filter((upload) => examId === undefined || upload.target.exam_id === examId)
    .filter(({ isSettled }) => !(passing && isSettled))
    .toSorted((a, b) => RANK[a.status] - RANK[b.status]);
  if (uploads.length === 0) return null;
  const number = (...statuses: Upload['status'][]) =>
    count(uploads.filter((upload) => statuses.includes(upload.status)).length);
  return (
    <section className={`tray${passing ? ' passing' : ''}`} aria-label={t('files.uploads')}>
      <header className={passing && uploads.length === 1 ? 'vh' : ''}>
        <b>{t('files.uploads')}</b>
        <span className="mid" role="status">
          {t('files.uploadsLine', {
            sealed: number('sealed'),
            running: number('running', 'waiting', 'comparing'),
            paused: number('paused'),
            failed: number('failed'),
          })}
        </span>
        <span className="gap" />
        {passing ? null : (
          <button type="button" className="link" onClick={clearFinishedUploads}>
            {t('files.clearFinished')}
          </button>
        )}
      </header>
      <div className="tray-rows">
        {uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} inFew={passing} />
        ))}
      </div>
    </section>
  );
}

interface UploadRowProps {
  readonly upload: Upload;
  /** True to show only the percentage beside the name. */
  readonly inFew: boolean;
}

function UploadRow({ upload, inFew }: UploadRowProps) {
  const { t } = useTranslation();
  const { id, name, status, node_id } = upload;
  const share = upload.size === 0 ? 1 : upload.loaded / upload.size;
  const active = status === 'running' || status === 'waiting' || status === 'comparing';
  return (
    <div className={`up ${status}`}>
      <span className="fn">
        <Icon name="file" />
        <span className="tx" title={name}>
          {name}
        </span>
      </span>
      {active || status === 'paused' ? (
        <span
          className="prog"
          role="progressbar"
          aria-label={name}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share * 100)}
        >
          <i style={{ width: `${share * 100}%` }} />
        </span>
      ) : (
        <span className={`state ${status === 'sealed' ? 's-sealed' : 's-error'}`}>
          <Icon name={status === 'sealed' ? 'state-sealed' : 'state-error'} />
          {status === 'sealed' ? t('files.sealed') : t('files.notUploaded')}
        </span>
      )}
      <span className="mid">{words()}</span>
      <span className="acts">
        {status === 'running' && node_id ? (
          <Button
            kind="quiet"
            size="s"
            icon="pause"
            label={t('files.pause', { name })}
            onPress={() => pauseUpload(id)}
          />
        ) : null}
        {status === 'paused' ? (
          <Button
            kind="quiet"
            size="s"
            icon="play"
            label={t('files.resume', { name })}
            onPress={() => resumeUpload(id)}
          />
        ) : null}
        {status === 'failed' ? (
          <Button
            kind="quiet"
            size="s"
            icon="retry"
            label={t('files.retry', { name })}
            onPress={() => resumeUpload(id)}
          />
        ) : null}
        {status === 'sealed' ? null : (
          <Button
            kind="quiet"
            size="s"
            icon="close"
            label={t('files.cancel', { name })}
            onPress={() => cancelUpload(id)}
          />
        )}
      </span>
    </div>
  );

  function words(): string {
    const percent = percentText(share);
    if (status === 'comparing') return t('files.comparing');
    if (status === 'waiting') return t('files.waiting');
    if (status === 'paused') return t('files.pausedAt', { percent });
    if (status === 'failed') return t('files.fileUntouched', { reason: errorText(upload.error, t).title });
    if (status === 'sealed') return byteSize(upload.size);
    if (inFew) return percent;
    const amounts = { percent, loaded: byteSize(upload.loaded), size: byteSize(upload.size) };
    if (upload.rate <= 0) return t('files.progressStart', amounts);
    const seconds = (upload.size - upload.loaded) / upload.rate;
    const left =
      seconds < 90
        ? t('files.seconds', { number: count(Math.ceil(seconds)) })
        : t('files.minutes', { number: count(Math.ceil(seconds / 60)) });
    return t('files.progress', { ...amounts, rate: byteSize(upload.rate), left });
  }
}
