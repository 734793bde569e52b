import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { changedAt } from '#renderer/messages/dates.ts';
import { useSealReasons } from '#renderer/screens/editor/history/seal-reasons.ts';
import { SignedBy } from '#renderer/screens/editor/sign/SignedBy.tsx';
import { showPanel, showView } from '#renderer/screens/editor/view-store.ts';

/** Panel that lists the versions with author and time; each opens read-only. */
export function HistoryPanel() {
  const { t } = useTranslation();
  const versions = useEditingState((state) => state.versions);
  const reasons = useSealReasons();
  return (
    <div className="panel-b vpanel">
      <p className="acts">
        <Button size="s" icon="compare" onPress={() => showView({ kind: 'history' })}>
          {t('review.history.panelOpen')}
        </Button>
        <Button size="s" kind="quiet" icon="restore" onPress={() => showPanel('recovered')}>
          {t('review.panel.recovered')}
        </Button>
      </p>
      <ol aria-label={t('review.history.versions')}>
        {versions.map((version) => (
          <li key={version.version_id} className="s-sealed">
            <Icon name="state-sealed" size={20} />
            <div>
              <p>
                <b>{t('review.history.version', { seq: version.seq })}</b>
                <span>{changedAt(version.created_at)}</span>
              </p>
              <p className="mid">{version.created_by.display_name}</p>
              <SignedBy versionId={version.version_id} />
              {reasons.has(version.version_id) ? (
                <p className="why">{reasons.get(version.version_id)}</p>
              ) : null}
            </div>
            <Button
              size="s"
              kind="quiet"
              icon="eye"
              label={t('review.history.openReadOnlyOf', { seq: version.seq })}
              onPress={() => showView({ kind: 'old_version', version_id: version.version_id })}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}
