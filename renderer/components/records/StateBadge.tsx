import { useTranslation } from 'react-i18next';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { STATE_LOOKS, type StateKey } from './record-state.ts';

interface StateBadgeProps {
  readonly state: StateKey;
  /** Text instead of the state's own, as in "Sealed, version 3". */
  readonly words?: string;
  readonly pill?: boolean;
}

/** Icon (16 px ring) and label of a state in its colour. */
export function StateBadge({ state, words, pill = false }: StateBadgeProps) {
  const { t } = useTranslation();
  const { icon, tone } = STATE_LOOKS[state];
  return (
    <span className={`state ${tone}${pill ? ' pill' : ''}`}>
      <Icon name={icon} />
      {words ?? t(`states.${state}`)}
    </span>
  );
}
