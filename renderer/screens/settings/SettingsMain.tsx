import { type ReactNode, useEffect, useRef } from 'react';

interface SettingsMainProps {
  readonly title: string;
  readonly lead?: string;
  readonly count?: string;
  /** Button of the section, right of its title. */
  readonly act?: ReactNode;
  /** Panel beside the main part: a form, or a credential just issued. */
  readonly panel?: ReactNode;
  readonly children: ReactNode;
}

/** Main part of a settings section, with the focus on its title. */
export function SettingsMain({ title, lead, count, act, panel, children }: SettingsMainProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <main className="main" id="main" aria-label={title} data-pane>
        <div className="main-h">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {count === undefined ? null : <span className="count">{count}</span>}
          <span className="gap" />
          {act}
        </div>
        {lead === undefined ? null : <p className="set-lead">{lead}</p>}
        {children}
      </main>
      {panel}
    </>
  );
}
