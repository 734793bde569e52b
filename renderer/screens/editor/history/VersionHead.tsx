/** Heading of a version's text: number, author, time, reason and actions. */
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { restoreVersion } from '#renderer/editor/editing-session/sealing/seal-report.ts';
import { showView } from '#renderer/screens/editor/view-store.ts';
import { useSealReason } from './seal-reasons.ts';
import { DRAFT, type VersionRow } from './version-rows.tsx';

export function VersionHead({ row }: { readonly row: VersionRow }) {
  const { t } = useTranslation();
  const work = useEditingSession();
  const latest = useEditingState((state) => state.versions[0]?.version_id);
  const mayWrite = useEditingState((state) => state.readOnly !== 'role' && state.readOnly !== 'trashed');
  const reason = useSealReason(row.id);
  const restore = async () => {
    if (await restoreVersion(work, row.id)) showView({ kind: 'write' });
  };
  return (
    <div>
      <span className={`state ${row.tone}`}>
        <Icon name={row.icon} />
        {row.title}
      </span>
      <span className="mid">{[row.time, row.who, reason].filter(Boolean).join(', ')}</span>
      <span className="gap" />
      {row.id === DRAFT ? null : (
        <Button
          size="s"
          label={t('review.history.openReadOnlyOf', { seq: row.seq })}
          onPress={() => showView({ kind: 'old_version', version_id: row.id })}
        >
          {t('review.history.openReadOnly')}
        </Button>
      )}
      {row.id === DRAFT || row.id === latest || !mayWrite ? null : (
        <Button size="s" onPress={restore}>
          {t('review.history.restore')}
        </Button>
      )}
    </div>
  );
}
