import { useTranslation } from 'react-i18next';

interface RecoveryKeyGroupsProps {
  readonly groups: readonly string[];
  /** Numbers (from 1) of the groups shown as dots. */
  readonly covered: readonly number[];
}

/**
 * Shows the groups with their numbers. The style sheet draws the numbers, so that copied text is only the
 * key.
 */
export function RecoveryKeyGroups({ groups, covered }: RecoveryKeyGroupsProps) {
  const { t } = useTranslation();
  return (
    <ol className="key-groups" data-testid="recovery-key" aria-label={t('gate.recoveryKeyLabel')}>
      {groups.map((group, index) => {
        const number = index + 1;
        const dots = covered.includes(number);
        return (
          <li key={number} className={dots ? 'ask' : undefined}>
            <code>{dots ? '•'.repeat(group.length) : group}</code>
            {number < groups.length ? <span className="vh">-</span> : null}
          </li>
        );
      })}
    </ol>
  );
}
