/**
 * The list box of versions in the history view. Two rows are selected: the older side and the newer side of the
 * comparison.
 */
import type { KeyboardEvent } from 'react';
import { use, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { SignedBy } from '#renderer/screens/editor/sign/SignedBy.tsx';
import { SealReasonsContext } from './seal-reasons.ts';
import { DRAFT, type VersionRow } from './version-rows.tsx';

interface VersionListProps {
  readonly rows: readonly VersionRow[];
  readonly left: string;
  readonly right: string;
  /** Compares the version with the one before it. */
  readonly onChoose: (id: string) => void;
}

/** Version list; arrows move and select. */
export function VersionList({ rows, left, right, onChoose }: VersionListProps) {
  const { t } = useTranslation();
  const reasons = use(SealReasonsContext);
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = rows.findIndex((row) => row.id === right);
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + step))];
    if (!next) return;
    onChoose(next.id);
    list.current?.querySelector<HTMLElement>(`[data-id="${next.id}"]`)?.focus();
  };
  return (
    <aside className="side vlist" aria-label={t('review.history.versions')} data-pane>
      <div
        role="listbox"
        aria-label={t('review.history.versions')}
        aria-multiselectable="true"
        ref={list}
        onKeyDown={onKeyDown}
      >
        {rows.map((row) => {
          const isRight = row.id === right;
          const isLeft = row.id === left;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list reads the keys
            <div
              key={row.id}
              data-id={row.id}
              role="option"
              aria-selected={isRight || isLeft}
              tabIndex={isRight ? 0 : -1}
              className={`v ${row.tone}${row.id === DRAFT ? ' open' : ''}${isRight || isLeft ? ' sel' : ''}`}
              onClick={() => onChoose(row.id)}
            >
              <Icon name={row.icon} size={20} />
              <div>
                <p>
                  <b>{row.title}</b>
                  <span>{row.time}</span>
                </p>
                <p className="mid">{row.who}</p>
                <SignedBy versionId={row.id} />
                {reasons.has(row.id) ? <p className="why">{reasons.get(row.id)}</p> : null}
                {isRight || isLeft ? (
                  <p className="ab">{t(isRight ? 'review.history.right' : 'review.history.left')}</p>
                ) : null}
              </div>
            </div>
          );
        })}
      </div>
      <span className="gap" />
      <p className="note">{t('review.history.note')}</p>
    </aside>
  );
}
