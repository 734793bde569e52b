/**
 * Notice of data received while the vault was locked: amount and time only, because the content is sealed.
 */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Inbox } from '#contract/imaging/inbox-counts.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { clockTime } from '#renderer/messages/dates.ts';
import { byteSize, count } from '#renderer/messages/numbers.ts';

const LOOK_EVERY_MS = 15_000;

export function InboxNotice() {
  const { t } = useTranslation();
  const [inbox, setInbox] = useState<Inbox>();
  useEffect(() => {
    let isShown = true;
    const look = () => {
      // On failure keep the earlier notice; unlocking does not depend on it.
      vault()
        .imaging.inbox()
        .then((found) => isShown && setInbox(found))
        .catch(() => undefined);
    };
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => {
      isShown = false;
      clearInterval(timer);
    };
  }, []);
  if (inbox === undefined || inbox.images === 0) return <div role="status" />;
  const { studies, images, bytes, last_received_at } = inbox;
  return (
    <div className="inbox" role="status">
      <Icon name="state-arrived" size={20} />
      <div>
        <p className="t">{t('match.arrived', { count: studies, number: count(studies) })}</p>
        <p className="d">
          {t('match.arrivedImages', {
            count: images,
            number: count(images),
            size: byteSize(bytes),
            time: last_received_at === null ? '' : clockTime(last_received_at),
          })}{' '}
          {t('match.arrivedSealed')}
        </p>
      </div>
    </div>
  );
}
