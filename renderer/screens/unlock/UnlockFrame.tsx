/** Frame of the pages before an unlock: who it is for, the form, and the handbook for who does not get further. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';
import { Logo } from '#renderer/components/icons/Logo.tsx';
import { SealFigure } from '#renderer/components/seal/SealFigure.tsx';
import { useSession } from '#renderer/state/session/session-store.ts';
import { openHandbook } from '#renderer/state/shell/handbook-store.ts';

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
  const isFirstRun = useSession((state) => state.phase === 'first_run');
  return (
    <div className={`gate gate-grid${wide ? ' key-step' : ''}`}>
      <main className="gate-form" aria-label={label}>
        <p className="gate-brand">
          <Logo />
          {t('common.productName')}
        </p>
        <div>{children}</div>
        <div className="gate-foot">
          <p>{foot}</p>
          <Button
            kind="quiet"
            size="s"
            hint="F1"
            keyShortcut="F1"
            onPress={() => openHandbook({ page: isFirstRun ? 'first-day' : 'lock' })}
          >
            {t('commands.handbook')}
          </Button>
        </div>
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
