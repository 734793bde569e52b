/**
 * Notices in the frame for administrators: open findings, and unlocks by recovery key or shares. Dismissing hides a
 * notice; it decides nothing.
 */
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { changedAt } from '#renderer/messages/dates.ts';
import { count } from '#renderer/messages/numbers.ts';
import {
  dismissDecisions,
  dismissRecoveries,
  useAdminNotices,
} from '#renderer/state/session/admin-notices.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';

/** Shows administrators open findings and unlocks by recovery key or shares. */
export function AdminNotice() {
  const { t } = useTranslation();
  const { decisions, recoveries } = useAdminNotices();
  const [newest] = recoveries;
  return (
    <>
      {decisions === 0 ? null : (
        <Notice
          text={t('frame.findingsWait', { count: decisions, number: count(decisions) })}
          act={t('frame.showFindings')}
          onShow={() => navigate(['settings', 'backup'])}
          onDismiss={dismissDecisions}
        />
      )}
      {newest === undefined ? null : (
        <Notice
          text={t('frame.recovered', {
            count: recoveries.length,
            number: count(recoveries.length),
            name: newest.display_name,
            when: changedAt(newest.at),
          })}
          act={t('frame.showRecoveries')}
          onShow={() => navigate(['settings', 'audit'], { query: { kind: 'membership_recover' } })}
          onDismiss={dismissRecoveries}
        />
      )}
    </>
  );
}

interface NoticeProps {
  readonly text: string;
  readonly act: string;
  readonly onShow: () => void;
  readonly onDismiss: () => void;
}

function Notice({ text, act, onShow, onDismiss }: NoticeProps) {
  const { t } = useTranslation();
  return (
    <div className="toast" role="status">
      <Icon name="state-warn" />
      <span>{text}</span>
      <Button
        size="s"
        onPress={() => {
          onDismiss();
          onShow();
        }}
      >
        {act}
      </Button>
      <Button kind="quiet" size="s" icon="close" label={t('frame.dismiss')} onPress={onDismiss} />
    </div>
  );
}
