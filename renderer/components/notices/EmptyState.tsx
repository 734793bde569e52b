import type { ReactNode } from 'react';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text?: string;
  readonly turning?: boolean;
  /** Buttons with the next steps. */
  readonly children?: ReactNode;
}

export function EmptyState({ icon, title, text, turning = false, children }: EmptyStateProps) {
  return (
    <div className="empty">
      <Icon name={icon} size={32} className={turning ? 'turning' : ''} />
      <p className="t">{title}</p>
      {text ? <p className="d">{text}</p> : null}
      {children ? <div className="acts">{children}</div> : null}
    </div>
  );
}
