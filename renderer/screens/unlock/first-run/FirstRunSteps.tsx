import { useTranslation } from 'react-i18next';
import { Icon } from '#renderer/components/icons/Icon.tsx';

/** Progress of the two steps of the first run. */
export function FirstRunSteps({ step }: { readonly step: 1 | 2 }) {
  const { t } = useTranslation();
  return (
    <ol className="steps" aria-label={t('common.steps')}>
      <li className={step === 2 ? 'done' : undefined} aria-current={step === 1 ? 'step' : undefined}>
        <Icon name={step === 1 ? 'state-unsealed' : 'state-final'} />
        {t('gate.stepPassphrase')}
      </li>
      <li aria-current={step === 2 ? 'step' : undefined}>
        <Icon name={step === 2 ? 'state-unsealed' : 'state-draft'} />
        {t('gate.stepRecovery')}
      </li>
    </ol>
  );
}
