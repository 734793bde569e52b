import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditCheck } from '#contract/audit/audit-entry.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { changedAt, longDay } from '#renderer/messages/dates.ts';
import { count } from '#renderer/messages/numbers.ts';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';

/** Result of the audit chain check: number of entries, first entry, time of the check. */
export function ChainStatus() {
  const { t } = useTranslation();
  const [check, setCheck] = useState<AuditCheck>();
  const { busy: checking, error, act } = useAsyncAction();
  const verify = () => act(async () => setCheck(await vault().audit.verify()));
  const tone = check === undefined ? '' : check.holds ? ' s-final' : ' s-error';
  return (
    <>
      <ErrorRegion error={error} />
      <div className={`chainline${tone}`} role="status">
        {check === undefined ? (
          <span className="mid">{t('evidence.chainUnchecked')}</span>
        ) : (
          <>
            <span className={`state${tone}`}>
              <Icon name={check.holds ? 'state-final' : 'state-error'} />
              {t(check.holds ? 'evidence.chainHolds' : 'evidence.chainBroken')}
            </span>
            <span className="mid">{checkWords(check)}</span>
          </>
        )}
        <span className="gap" />
        <Button size="s" kind="quiet" unavailable={checking} onPress={verify}>
          {t('evidence.verifyNow')}
        </Button>
      </div>
    </>
  );

  function checkWords({ holds, entries, first_at, checked_at, broken_seq }: AuditCheck): string {
    if (!holds) return t('evidence.chainBrokenText', { seq: broken_seq === null ? '?' : count(broken_seq) });
    return t('evidence.chainHoldsText', {
      count: entries,
      number: count(entries),
      since: first_at === null ? '–' : longDay(first_at),
      checked: changedAt(checked_at),
    });
  }
}
