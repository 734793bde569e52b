import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Checkbox } from '#renderer/components/controls/Checkbox.tsx';
import { count } from '#renderer/messages/numbers.ts';
import { copyForAMinute } from '#renderer/state/unsaved/clipboard.ts';

interface NewRecoveryKeyPanelProps {
  /** New recovery key, or its shares. */
  readonly secrets: readonly string[];
  readonly onDone: () => void;
}

/** Shows a renewed recovery key, or its shares, until the person confirms having written it down. */
export function NewRecoveryKeyPanel({ secrets, onDone }: NewRecoveryKeyPanelProps) {
  const { t } = useTranslation();
  const [written, setWritten] = useState(false);
  const isShared = secrets.length > 1;
  return (
    <aside className="panel issue" aria-label={t('settings.recovery')} data-pane>
      <h2 className="panel-h">{t(isShared ? 'settings.sharesMade' : 'settings.recoveryRenewed')}</h2>
      <div className="panel-b">
        {isShared ? <p className="advice">{t('settings.sharesText')}</p> : null}
        {secrets.map((secret, index) => (
          <div key={secret}>
            {isShared ? (
              <h3 className="sec">
                {t('settings.share', { number: count(index + 1), of: count(secrets.length) })}
              </h3>
            ) : null}
            <div className="token" data-testid={isShared ? 'recovery-share' : 'recovery-key'}>
              <code>{secret}</code>
            </div>
            <div className="acts">
              <Button size="s" icon="copy" onPress={() => copyForAMinute(secret)}>
                {t('common.copy')}
              </Button>
              <span className="note">{t('settings.clipboardCleared')}</span>
            </div>
          </div>
        ))}
      </div>
      <div className="panel-f">
        <Checkbox checked={written} onChange={setWritten}>
          {t('settings.written')}
        </Checkbox>
        <span className="gap" />
        <Button unavailable={!written} onPress={onDone}>
          {t('common.done')}
        </Button>
      </div>
    </aside>
  );
}
