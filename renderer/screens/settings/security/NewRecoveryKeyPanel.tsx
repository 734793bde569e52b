import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Checkbox } from '#renderer/components/controls/Checkbox.tsx';
import { copyForAMinute } from '#renderer/state/clipboard.ts';

interface NewRecoveryKeyPanelProps {
  readonly recoveryKey: string;
  readonly onDone: () => void;
}

/** A renewed recovery key, until its owner has written it down. */
export function NewRecoveryKeyPanel({ recoveryKey, onDone }: NewRecoveryKeyPanelProps) {
  const { t } = useTranslation();
  const [written, setWritten] = useState(false);
  return (
    <aside className="panel issue" aria-label={t('settings.recovery')} data-pane>
      <h2 className="panel-h">{t('settings.recoveryRenewed')}</h2>
      <div className="panel-b">
        <div className="token" data-testid="recovery-key">
          <code>{recoveryKey}</code>
        </div>
        <div className="acts">
          <Button size="s" icon="copy" onPress={() => copyForAMinute(recoveryKey)}>
            {t('common.copy')}
          </Button>
          <span className="note">{t('settings.clipboardCleared')}</span>
        </div>
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
