import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentVersion } from '#contract/documents/views.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { useEditingSession } from '#renderer/editor/editing-session/editing-context.ts';
import { showText } from '#renderer/editor/editing-session/editing-session.ts';

const OFFERED_MAX = 4;

/** Offers other versions of a report whose newest version cannot be opened. */
export function OtherVersions() {
  const { t } = useTranslation();
  const work = useEditingSession();
  const [versions, setVersions] = useState<readonly DocumentVersion[]>([]);
  useEffect(() => {
    work.documents.versions().then(setVersions, () => undefined);
  }, [work]);
  if (versions.length < 2) return null;
  const open = async (version: DocumentVersion) => {
    const view = await work.documents.read({ version_id: version.version_id });
    showText(work, view, view.record, version.version_id);
    work.set({ versions, readOnly: 'old_version' });
  };
  return (
    <>
      <span className="mid">{t('editor.otherVersions')}</span>
      {versions.slice(1, 1 + OFFERED_MAX).map((version) => (
        <Button
          key={version.version_id}
          size="s"
          onPress={() => open(version).catch((error) => work.set({ error }))}
        >
          {String(version.seq)}
        </Button>
      ))}
    </>
  );
}
