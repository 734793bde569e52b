import { useTranslation } from 'react-i18next';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { useMyCosignRequests } from '#renderer/lists/cosign-store.ts';
import { changedAt } from '#renderer/messages/dates.ts';

/** Names the person who asks the reader to co-sign the exam, and whether a newer version exists. */
export function CosignRequestLine({ examId }: { readonly examId: string }) {
  const { t } = useTranslation();
  const request = useMyCosignRequests((state) => state.requests.get(examId));
  if (request === undefined) return null;
  const { asked_by, asked_at, seq, state } = request;
  const words = { name: asked_by.display_name, seq, time: changedAt(asked_at) };
  return (
    <p className="state s-draft asked-line">
      <Icon name={state === 'awaited' ? 'state-draft' : 'state-warn'} />
      {t(state === 'awaited' ? 'review.cosign.youAreAsked' : 'review.cosign.youWereAsked', words)}
    </p>
  );
}
