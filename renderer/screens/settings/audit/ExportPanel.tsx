import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#contract/audit/audit-entry.ts';
import { PAGE_LIMIT_MAX } from '#contract/limits.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Checkbox } from '#renderer/components/controls/Checkbox.tsx';
import { saveBlob } from '#renderer/components/files/save-file.ts';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { dayKey } from '#renderer/messages/dates.ts';

/** Panel that exports the whole audit log as a file, with ids only or with titles. */
export function ExportPanel({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [titles, setTitles] = useState(false);
  const { error, onSubmit } = useSubmit({
    body: {},
    send: async () => {
      const entries: AuditEntry[] = [];
      for await (const entry of vault().audit.list({ purpose: 'export', limit: PAGE_LIMIT_MAX }))
        entries.push(titles ? entry : { ...entry, title: null });
      const text = JSON.stringify({ entries: entries.toReversed() }, null, 2);
      const name = `audit-${dayKey(new Date().toISOString())}.json`;
      saveBlob(new Blob([text], { type: 'application/json' }), name);
      onClose();
    },
  });
  return (
    <aside className="panel" aria-label={t('evidence.exportTitle')} data-pane>
      <h2 className="panel-h">{t('evidence.exportTitle')}</h2>
      <div className="panel-b panel-fields">
        <p className="advice">{t('evidence.exportText')}</p>
        <Checkbox checked={titles} onChange={setTitles}>
          {t('evidence.exportTitles')}
        </Checkbox>
        {error === undefined ? null : <ErrorNotice error={error} />}
      </div>
      <div className="panel-f">
        <Button kind="primary" onPress={() => onSubmit()}>
          {t('evidence.save')}
        </Button>
        <Button kind="quiet" onPress={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
    </aside>
  );
}
