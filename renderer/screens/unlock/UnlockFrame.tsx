import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';
import { Logo } from '#renderer/components/icons/Logo.tsx';
import { SealFigure } from '#renderer/components/seal/SealFigure.tsx';

interface UnlockFrameProps {
  readonly label: string;
  readonly foot: string;
  readonly caption: string;
  /** Id the seal figure is drawn from; undefined while the vault has none. */
  readonly workspaceId: string | undefined;
  readonly ring: IconName;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** Frame of the pages before unlocking: the form on the left, the vault's seal on the right. */
export function UnlockFrame({
  label,
  foot,
  caption,
  workspaceId,
  ring,
  wide = false,
  children,
}: UnlockFrameProps) {
  const { t } = useTranslation();
  return (
    <div className={`gate gate-grid${wide ? ' key-step' : ''}`}>
      <main className="gate-form" aria-label={label}>
        <p className="gate-brand">
          <Logo />
          {t('common.productName')}
        </p>
        <div>{children}</div>
        <p className="gate-foot">{foot}</p>
      </main>
      <aside className="gate-art" aria-hidden="true">
        <div className={`gate-seal${workspaceId === undefined ? ' making' : ''}`}>
          <SealFigure seed={workspaceId ?? 'a vault to be'} />
          <span className="gate-key" data-ring={ring}>
            <Icon name={ring} />
          </span>
        </div>
        <p className="gate-cap">{caption}</p>
      </aside>
    </div>
  );
}
