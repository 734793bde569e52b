import type { ReactNode } from 'react';
import { routeAddress } from '#renderer/state/shell/route-store.ts';

interface LinkProps {
  readonly to: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly className?: string;
  readonly current?: 'page' | 'true' | undefined;
  readonly tabIndex?: number;
  readonly children: ReactNode;
}

/** Link to a route of the interface. */
export function Link({ to, query, className, current, tabIndex, children }: LinkProps) {
  return (
    <a className={className} href={routeAddress(to, query)} aria-current={current} tabIndex={tabIndex}>
      {children}
    </a>
  );
}
