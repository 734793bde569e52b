import type { ReactNode } from 'react';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';

interface BannerProps {
  readonly tone: 's-sealed' | 's-conflict';
  readonly icon: IconName;
  /** `alert` if writing needs a choice first; `status` if the choice can wait. */
  readonly role: 'alert' | 'status';
  readonly title: string;
  readonly text: string;
  /** Id of the text, for buttons it describes. */
  readonly textId?: string;
  /** Buttons with the choices. */
  readonly children: ReactNode;
}

/**
 * Banner above the report about another person's or window's text. It stays until it is resolved or
 * postponed.
 */
export function Banner({ tone, icon, role, title, text, textId, children }: BannerProps) {
  return (
    <div className={`alert ${tone}${role === 'status' ? ' thin' : ''}`} role={role}>
      <Icon name={icon} size={20} />
      <div>
        <p className="t">{title}</p>
        <p className="d" id={textId}>
          {text}
        </p>
      </div>
      <div className="acts">{children}</div>
    </div>
  );
}
