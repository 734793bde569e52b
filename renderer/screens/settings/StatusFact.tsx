import type { ReactNode } from 'react';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';

export type Tone = 's-final' | 's-draft' | 's-error' | 's-sealed';
export const FACT_ICONS: Readonly<Record<Tone, IconName>> = {
  's-final': 'state-final',
  's-draft': 'state-warn',
  's-error': 'state-error',
  's-sealed': 'state-waiting',
};

interface FactProps {
  readonly name: string;
  /** Colour of the state; undefined if it is neither good nor bad. */
  readonly tone: Tone | undefined;
  /** Icon to use instead of the tone's. */
  readonly icon?: IconName | undefined;
  readonly words: string;
  readonly children: ReactNode;
}

/** Entry in a line of facts (`dl.facts`): name, state and note. */
export function StatusFact({ name, tone, icon, words, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className={tone ? `state ${tone}` : 'state'}>
          {tone ? <Icon name={icon ?? FACT_ICONS[tone]} /> : null}
          {words}
        </span>
        <span className="note">{children}</span>
      </dd>
    </div>
  );
}
