import { type ComponentProps, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { useIsTravellingCopy } from '#renderer/state/vault/travelling-copy.ts';

/** Button for an action that needs the home vault; unavailable in a travelling copy, with the reason. */
export function OnlineOnlyButton(props: ComponentProps<typeof Button>) {
  const { t } = useTranslation();
  const travels = useIsTravellingCopy();
  const noteId = useId();
  if (!travels) return <Button {...props} />;
  return (
    <span className="waits-clinic">
      <Button {...props} unavailable describedBy={noteId} />
      <span className="note" id={noteId}>
        {t('travel.waitsForTheClinic')}
      </span>
    </span>
  );
}
