import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { errorText } from './error-text.ts';
import { TraceId } from './TraceId.tsx';

export interface ErrorNoticeProps {
  readonly error: unknown;
  /** Title that replaces the general one. */
  readonly title?: string;
  readonly onRetry?: (() => void) | undefined;
  /** Buttons beside "Retry". */
  readonly children?: ReactNode;
}

/** Error inside a region: what happened, what is safe, what to do, and a reference to copy. */
export function ErrorNotice({ error, title, onRetry, children }: ErrorNoticeProps) {
  const { t } = useTranslation();
  const words = errorText(error, t);
  return (
    <div className={`alert inset ${words.tone}`} role="alert">
      <Icon name={words.icon} />
      <div>
        <p className="t">{title ?? words.title}</p>
        <p className="d">{title ? `${words.title}. ${words.text}` : words.text}</p>
        {onRetry || children ? (
          <p className="acts2">
            {onRetry ? (
              <Button size="s" icon="retry" onPress={onRetry}>
                {t('common.retry')}
              </Button>
            ) : null}
            {children}
          </p>
        ) : null}
        {words.trace_id ? <TraceId value={words.trace_id} /> : null}
      </div>
    </div>
  );
}
