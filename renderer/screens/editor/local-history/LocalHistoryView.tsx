/** Local history of the draft: its entries on the left, the changes since the selected one beside them. */
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeyHint } from '#renderer/commands/keymap.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import {
  listHistoryEntries,
  restoreHistoryEntry,
} from '#renderer/editor/editing-session/drafts/record-local-history.ts';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { type JournalEntry, textAt } from '#renderer/editor/local-history/draft-history.ts';
import { secondTime } from '#renderer/messages/dates.ts';
import { BackTool, backToReport, useBackByEscape } from '#renderer/screens/editor/close-view.tsx';
import { DiffPages } from '#renderer/screens/editor/history/DiffPages.tsx';
import { showToast } from '#renderer/state/toast-store.ts';
import { parseLexicalState } from '#report/nodes/lexical-state.ts';
import { htmlOfState } from '#report/pure/html-from-state.ts';
import { diffReports, type ReportDiff } from '#report/review/diff-report.ts';

export function LocalHistoryView() {
  const { t } = useTranslation();
  const work = useEditingSession();
  const { hint } = useKeyHint('journal');
  const mayWrite = useEditingState((state) => state.readOnly === undefined);
  const [moments, setMoments] = useState<readonly JournalEntry[]>();
  const [at, setAt] = useState(0);
  const [error, setError] = useState<unknown>();
  const chosen = moments?.[at];
  const diff = useDiffSince(chosen, setError);
  useEffect(() => {
    listHistoryEntries(work).then(setMoments, setError);
  }, [work]);
  useBackByEscape();
  const restore = async () => {
    if (!chosen || !mayWrite) return;
    try {
      await restoreHistoryEntry(work, chosen);
      backToReport();
      showToast({
        icon: 'restore',
        text: t('review.journal.restored', { time: secondTime(new Date(chosen.at)), key: hint ?? '' }),
      });
    } catch (failure) {
      setError(failure);
    }
  };
  const changes = diff?.blocks.filter((block) => block.change !== 'same').length ?? 0;
  return (
    <>
      <section className="toolbar" role="toolbar" aria-label={t('review.journal.label')}>
        <BackTool />
        <span className="mid cmp" role="status">
          {diff === undefined
            ? ''
            : changes === 0
              ? t('review.journal.same')
              : t('review.journal.changes', { count: changes })}
        </span>
        <span className="gap" />
        <Button kind="primary" size="s" hint="Enter" unavailable={!chosen || !mayWrite} onPress={restore}>
          {t('review.journal.restore')}
        </Button>
      </section>
      <div className="cols histcols">
        <nav className="side" aria-label={t('review.journal.moments')} data-pane>
          {moments?.length === 0 ? <p className="note">{t('review.journal.none')}</p> : null}
          {moments && moments.length > 0 ? (
            <MomentList moments={moments} at={at} onMove={setAt} onRestore={restore} />
          ) : null}
        </nav>
        <main className="doc sxs" aria-label={t('review.journal.since')} data-pane>
          {error === undefined ? null : <ErrorNotice error={error} />}
          {diff === undefined ? null : (
            <DiffPages diff={diff} layout="one" before={undefined} after={undefined} />
          )}
        </main>
      </div>
    </>
  );
}

interface MomentListProps {
  readonly moments: readonly JournalEntry[];
  readonly at: number;
  readonly onMove: (at: number) => void;
  readonly onRestore: () => void;
}

function MomentList({ moments, at, onMove, onRestore }: MomentListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.focus(), []);
  useEffect(() => {
    list.current?.querySelector(`#moment-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const onKeyDown = (event: KeyboardEvent) => {
    const last = moments.length - 1;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last }[event.key];
    if (event.key === 'Enter') onRestore();
    else if (to !== undefined) onMove(Math.max(0, Math.min(last, to)));
    else return;
    event.preventDefault();
  };
  return (
    <div
      role="listbox"
      className="moments"
      aria-label={t('review.journal.moments')}
      aria-activedescendant={`moment-${at}`}
      tabIndex={0}
      ref={list}
      onKeyDown={onKeyDown}
    >
      {moments.map((moment, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list reads the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus
        <div
          key={`${moment.at}-${moment.kind}`}
          id={`moment-${index}`}
          role="option"
          aria-selected={index === at}
          className="opt"
          onClick={() => onMove(index)}
        >
          <b>{secondTime(new Date(moment.at))}</b>
          <span className="mid">{t(`review.journal.kind.${moment.kind}`)}</span>
        </div>
      ))}
    </div>
  );
}

/** Compares the entry with the present text. */
function useDiffSince(
  entry: JournalEntry | undefined,
  onError: (error: unknown) => void,
): ReportDiff | undefined {
  const { text } = useEditingSession();
  const now = useMemo(() => htmlOfState(text.state()), [text]);
  const [then, setThen] = useState<{ readonly entry: JournalEntry; readonly html: string }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the way errors are told is no reason to read again
  useEffect(() => {
    if (!entry) return;
    let wanted = true;
    textAt(entry)
      .then(({ lexical }) => {
        if (wanted) setThen({ entry, html: htmlOfState(parseLexicalState(lexical)) });
      })
      .catch(onError);
    return () => {
      wanted = false;
    };
  }, [entry]);
  return useMemo(
    () => (then && then.entry === entry ? diffReports(then.html, now) : undefined),
    [then, entry, now],
  );
}
