/**
 * The error boundary around each screen. Code that failed to load needs a reload of the window; anything else can
 * be tried again.
 */
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { ChunkLoadError } from '#renderer/components/loading/lazy-component.tsx';

interface ScreenBoundaryProps {
  /** Name of the screen; another one resets the boundary. */
  readonly place: string;
  readonly children: ReactNode;
}

interface ScreenBoundaryState {
  readonly failed: 'drawing' | 'loading' | undefined;
}

/** Catches errors of loading or rendering a screen, so that the frame, navigation and lock keep working. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, ScreenBoundaryState> {
  override state: ScreenBoundaryState = { failed: undefined };

  static getDerivedStateFromError(error: unknown): ScreenBoundaryState {
    return { failed: error instanceof ChunkLoadError ? 'loading' : 'drawing' };
  }

  override componentDidUpdate(before: ScreenBoundaryProps): void {
    if (this.state.failed && before.place !== this.props.place) this.setState({ failed: undefined });
  }

  override render(): ReactNode {
    const { failed } = this.state;
    if (failed === 'loading') return <PartMissing />;
    return failed ? (
      <ScreenFailed onAgain={() => this.setState({ failed: undefined })} />
    ) : (
      this.props.children
    );
  }
}

function ScreenFailed({ onAgain }: { readonly onAgain: () => void }) {
  const { t } = useTranslation();
  return (
    <Failure
      title={t('frame.screenFailed')}
      text={t('frame.screenFailedText')}
      act={t('common.retry')}
      onAct={onAgain}
    />
  );
}

function PartMissing() {
  const { t } = useTranslation();
  return (
    <Failure
      title={t('frame.partMissing')}
      text={t('frame.partMissingText')}
      act={t('frame.loadAnew')}
      onAct={() => location.reload()}
    />
  );
}

interface FailureProps {
  readonly title: string;
  readonly text: string;
  readonly act: string;
  readonly onAct: () => void;
}

function Failure({ title, text, act, onAct }: FailureProps) {
  return (
    <main className="main opening">
      <div className="alert inset s-error" role="alert">
        <Icon name="state-error" />
        <div>
          <p className="t">{title}</p>
          <p className="d">{text}</p>
          <p className="acts2">
            <Button size="s" icon="retry" onPress={onAct}>
              {act}
            </Button>
          </p>
        </div>
      </div>
    </main>
  );
}
