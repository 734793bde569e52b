import type { ReactNode } from 'react';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';

interface BannerProps {
  readonly tone: 's-sealed' | 's-conflict';
  readonly icon: IconName;
  /** An alert where writing on needs a choice; a status where it can wait. */
  readonly role: 'alert' | 'status';
  readonly title: string;
  readonly text: string;
  /** The ways on. */
  readonly children: ReactNode;
}

/** Above the report: somebody else wrote it too. It stays until it is solved or put off. */
export function Banner({ tone, icon, role, title, text, children }: BannerProps) {
  return (
    <div className={`alert ${tone}${role === 'status' ? ' thin' : ''}`} role={role}>
      <Icon name={icon} size={20} />
      <div>
        <p className="t">{title}</p>
        <p className="d">{text}</p>
      </div>
      <div className="acts">{children}</div>
    </div>
  );
}
