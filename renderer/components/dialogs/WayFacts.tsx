import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';

interface WayFactsProps {
  readonly label: string;
  /** Icon, heading and text. */
  readonly facts: readonly (readonly [icon: IconName, head: string, text: string])[];
}

/** Right column of a sheet of ways: what is to be known before the act. */
export function WayFacts({ label, facts }: WayFactsProps) {
  return (
    <aside className="way-facts" aria-label={label}>
      {facts.map(([icon, head, text]) => (
        <section key={head}>
          <h3 className="sec">
            <Icon name={icon} />
            {head}
          </h3>
          <p>{text}</p>
        </section>
      ))}
    </aside>
  );
}
