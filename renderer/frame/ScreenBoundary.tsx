import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';

interface ScreenBoundaryProps {
  /** Which screen it is: another one begins unharmed. */
  readonly place: string;
  readonly children: ReactNode;
}

interface ScreenBoundaryState {
  readonly hasFailed: boolean;
}

/**
 * Catches what a screen throws while it is loaded or drawn, so that the frame, the way to other screens and
 * the lock stay.
 */
export class ScreenBoundary extends Component<ScreenBoundaryProps, ScreenBoundaryState> {
  override state: ScreenBoundaryState = { hasFailed: false };

  static getDerivedStateFromError(): ScreenBoundaryState {
    return { hasFailed: true };
  }

  override componentDidUpdate(before: ScreenBoundaryProps): void {
    if (this.state.hasFailed && before.place !== this.props.place) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    const again = () => this.setState({ hasFailed: false });
    return this.state.hasFailed ? <ScreenFailed onAgain={again} /> : this.props.children;
  }
}

function ScreenFailed({ onAgain }: { readonly onAgain: () => void }) {
  const { t } = useTranslation();
  return (
    <main className="main opening">
      <div className="alert inset s-error" role="alert">
        <Icon name="state-error" />
        <div>
          <p className="t">{t('frame.screenFailed')}</p>
          <p className="d">{t('frame.screenFailedText')}</p>
          <p className="acts2">
            <Button size="s" icon="retry" onPress={onAgain}>
              {t('common.retry')}
            </Button>
          </p>
        </div>
      </div>
    </main>
  );
}
