import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsTravellingCopy } from '#renderer/state/vault/travelling-copy.ts';

interface ClinicFieldsProps {
  readonly className?: string;
  /** True to disable the fields for another reason. */
  readonly disabled?: boolean;
  readonly children: ReactNode;
  /** Note below the fields with the result or the reason; a travelling copy shows its own. */
  readonly note?: string;
}

/** Fields whose change needs the home vault; read-only in a travelling copy. */
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
