/** Findings of one kind in the sign gate: one row each, reached by arrow keys, Enter leads to the words. */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chordText } from '#renderer/commands/key-chord.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { withKeys } from '#renderer/components/lists/react-keys.ts';
import { findingWords } from '#renderer/components/records/findings/quality-finding-text.ts';
import { jumpToFinding } from '#renderer/screens/editor/sign/jump-to-finding.ts';
import type { QualityFinding } from '#report/checks/quality-finding.ts';
import { findingKey } from './finding-key.ts';

interface FindingListProps {
  readonly tone: string;
  readonly icon: 'state-error' | 'state-warn';
  readonly title: string;
  readonly findings: readonly QualityFinding[];
  /** Called when the person goes to a row or to its words. */
  readonly onVisit: () => void;
  /** Returns true for a finding that appeared after the gate had opened. */
  readonly isLate: (finding: QualityFinding) => boolean;
}

export function FindingList({ tone, icon, title, findings, onVisit, isLate }: FindingListProps) {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  if (findings.length === 0) return null;
  const told = withKeys(
    findings.map((finding) => ({ finding, words: findingWords(finding, t) })),
    ({ finding, words }) => `${finding.code} ${words.title} ${words.text}`,
  );
  const current = Math.min(active, findings.length - 1);
  const visit = (finding: QualityFinding) => {
    onVisit();
    jumpToFinding(editor, finding);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // Ctrl Enter signs.
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      const finding = findings[current];
      // A held key goes to the words once, and not to and fro.
      if (finding && !event.repeat) visit(finding);
    } else if (step !== undefined) {
      const to = Math.max(0, Math.min(findings.length - 1, current + step));
      setActive(to);
      onVisit();
      list.current?.querySelectorAll<HTMLElement>('[role="option"]')[to]?.focus();
    } else return;
    event.preventDefault();
  };
  return (
    <>
      <h3 className={tone}>
        <Icon name={icon} />
        {title}
        <span>{findings.length}</span>
      </h3>
      <div role="listbox" aria-label={title} ref={list} onKeyDown={onKeyDown}>
        {told.map(({ key, item: { finding, words } }, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list reads the keys
          <div
            key={key}
            className="prob"
            data-finding={findingKey(finding)}
            role="option"
            aria-selected={at === current}
            tabIndex={at === current ? 0 : -1}
            ref={isLate(finding) ? bringIntoView : null}
            onFocus={() => setActive(at)}
            onClick={() => visit(finding)}
          >
            <p className="t">
              {isLate(finding) ? <span className="new-finding">{t('review.gate.late')}</span> : null}
              {words.title}
            </p>
            <p className="d">{words.text}</p>
            {finding.target ? <kbd aria-hidden="true">{chordText('Enter')}</kbd> : null}
          </div>
        ))}
      </div>
    </>
  );
}

/** Runs once for each row, when it appears. */
function bringIntoView(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'nearest' });
}
