import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsTravellingCopy } from '#renderer/state/vault/travelling-copy.ts';

interface ClinicFieldsProps {
  readonly className?: string;
  /** For a reason of their own. */
  readonly disabled?: boolean;
  readonly children: ReactNode;
  /** Below the fields: how a change went, or why there is none; a travelling copy says its own. */
  readonly note?: string;
}

/** Fields whose change needs the clinic: in a travelling copy they are shown and wait. */
export function OnlineOnlyFields({ className, disabled = false, children, note }: ClinicFieldsProps) {
  const { t } = useTranslation();
  const travels = useIsTravellingCopy();
  return (
    <fieldset className={className} disabled={travels || disabled}>
      {children}
      {travels || note !== undefined ? (
        <p className="note" role="status">
          {travels ? t('travel.waitsForTheClinic') : note}
        </p>
      ) : null}
    </fieldset>
  );
}
