import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#renderer/components/icons/Icon.tsx';

/** Trace id that can be copied for the vault's administrator. */
export function TraceId({ value }: { readonly value: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  return (
    <p className="ref">
      {t('errors.reference')} <code>{value}</code>
      <button
        type="button"
        className="link"
        aria-label={t('errors.copyReference')}
        onClick={() => navigator.clipboard.writeText(value).then(() => setCopied(true))}
      >
        <Icon name={copied ? 'check' : 'copy'} />
        {copied ? t('common.copied') : t('common.copy')}
      </button>
    </p>
  );
}
