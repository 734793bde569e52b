/**
 * Shows a new credential's token and files. The vault shows them only once, so closing needs a tick that both are
 * stored.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CredentialCreated } from '#contract/access/credentials.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Checkbox } from '#renderer/components/controls/Checkbox.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import { copyForAMinute } from '#renderer/state/unsaved/clipboard.ts';
import { credentialFiles, saveFiles } from './credential-files.ts';

interface IssuedPanelProps {
  readonly issued: CredentialCreated;
  readonly name: string;
  readonly onDone: () => void;
}

/** Shows the token and files of an issued credential, and how to try them. */
export function IssuedPanel({ issued, name, onDone }: IssuedPanelProps) {
  const { t } = useTranslation();
  const [stored, setStored] = useState(false);
  const { error, act } = useAsyncAction();
  const save = () =>
    act(async () => {
      if (await saveFiles(credentialFiles(issued)))
        showToast({ icon: 'check', text: t('settings.folderSaved') });
    });
  const files = [
    { icon: 'certificate', file: 'client.crt', note: t('settings.fileCert', { cn: issued.client_cn }) },
    { icon: 'key', file: 'client.key', note: t('settings.fileKey') },
    { icon: 'certificate', file: 'ca.crt', note: t('settings.fileCa') },
    { icon: 'file-text', file: 'token', note: t('settings.fileToken') },
    { icon: 'file-text', file: 'credential.json', note: t('settings.fileCredential') },
  ] as const;
  return (
    <aside className="panel issue" aria-label={t('settings.issuedTitle')} data-pane>
      <h2 className="panel-h">{t('settings.issuedTitle')}</h2>
      <div className="panel-b">
        <p className="mid">{name}</p>
        <h3 className="sec">{t('settings.tokenStep')}</h3>
        <div className="token" data-testid="credential-token">
          <code>{issued.token}</code>
        </div>
        <div className="acts">
          <Button size="s" icon="copy" onPress={() => copyForAMinute(issued.token)}>
            {t('settings.copyToken')}
          </Button>
          <span className="note">{t('settings.clipboardCleared')}</span>
        </div>
        <h3 className="sec">{t('settings.filesStep')}</h3>
        <ul className="cred">
          {files.map(({ icon, file, note }) => (
            <li key={file}>
              <Icon name={icon} />
              <span>
                {file}
                <em>{note}</em>
              </span>
            </li>
          ))}
        </ul>
        <div className="acts">
          <Button size="s" icon="save-as" onPress={save}>
            {t('settings.saveFolder')}
          </Button>
        </div>
        {error === undefined ? null : <ErrorNotice error={error} />}
        <h3 className="sec">{t('settings.tryStep')}</h3>
        <pre>
          <code>{`srvault status --profile ${name.replaceAll(/\W+/g, '-')} --check`}</code>
        </pre>
      </div>
      <div className="panel-f">
        <Checkbox checked={stored} onChange={setStored}>
          {t('settings.stored')}
        </Checkbox>
        <span className="gap" />
        <Button unavailable={!stored} onPress={onDone}>
          {t('common.done')}
        </Button>
      </div>
    </aside>
  );
}
