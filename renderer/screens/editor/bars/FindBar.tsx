/**
 * The bar for find and replace over the report. Matches are CSS highlights, which change neither the text nor the
 * undo history.
 */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import {
  findRanges,
  hideMatches,
  replaceAll,
  replaceMatch,
  selectMatch,
  showMatches,
} from '#renderer/editor/find/text-finder.ts';
import { focusReport } from '#renderer/editor/text/caret/focus-report.ts';
import { showFind } from '#renderer/screens/editor/view-store.ts';

/**
 * Find and replace bar. Enter moves to the next match, Shift Enter to the previous one, Esc to the text at
 * the match.
 */
export function FindBar() {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const readOnly = useEditingState((state) => state.readOnly);
  const field = useRef<HTMLInputElement>(null);
  const replacementField = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const [replacement, setReplacement] = useState('');
  const [ranges, setRanges] = useState<readonly Range[]>([]);
  const [at, setAt] = useState(0);
  const [replaced, setReplaced] = useState<number>();
  const [matchCase, setMatchCase] = useState(false);
  const [wholeWords, setWholeWords] = useState(false);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    const find = () => setRanges(findRanges(editor, query, { matchCase, wholeWords }));
    find();
    const off = editor.registerUpdateListener(({ dirtyLeaves }) => {
      if (dirtyLeaves.size > 0) find();
    });
    return off;
  }, [editor, query, matchCase, wholeWords]);
  const current = ranges.length === 0 ? 0 : at % ranges.length;
  useEffect(() => showMatches(ranges, current), [ranges, current]);
  useEffect(() => hideMatches, []);

  const step = (by: 1 | -1) => setAt((current + by + ranges.length) % Math.max(1, ranges.length));
  const close = () => {
    // Search again, because Esc may follow the last letter before its matches are drawn.
    const match = findRanges(editor, query, { matchCase, wholeWords })[current];
    if (match) selectMatch(editor, match);
    else focusReport(editor);
    showFind(false);
  };
  const replaceOne = () => {
    const match = ranges[current];
    if (match) replaceMatch(editor, match, replacement);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && event.target === field.current) step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Enter' && event.target === replacementField.current) replaceOne();
    else return;
    event.preventDefault();
  };
  const words =
    replaced !== undefined
      ? t('editor.find.replaced', { count: replaced })
      : query === ''
        ? ''
        : ranges.length === 0
          ? t('editor.find.none')
          : t('editor.find.count', { at: current + 1, all: ranges.length });
  return (
    <search className="find-bar" aria-label={t('editor.find.label')} onKeyDown={onKeyDown}>
      <div className="inp">
        <input
          ref={field}
          aria-label={t('editor.find.find')}
          placeholder={t('editor.find.find')}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setAt(0);
            setReplaced(undefined);
          }}
        />
      </div>
      {readOnly ? null : (
        <div className="inp">
          <input
            ref={replacementField}
            aria-label={t('editor.find.replace')}
            placeholder={t('editor.find.replace')}
            value={replacement}
            onChange={(event) => setReplacement(event.target.value)}
          />
        </div>
      )}
      <Button
        kind="quiet"
        size="s"
        label={t('editor.find.matchCase')}
        pressed={matchCase}
        onPress={() => setMatchCase(!matchCase)}
      >
        Aa
      </Button>
      <Button kind="quiet" size="s" pressed={wholeWords} onPress={() => setWholeWords(!wholeWords)}>
        {t('editor.find.wholeWords')}
      </Button>
      <Button
        kind="quiet"
        size="s"
        icon="chevron-up"
        label={t('editor.find.previous')}
        onPress={() => step(-1)}
      />
      <Button
        kind="quiet"
        size="s"
        icon="chevron-down"
        label={t('editor.find.next')}
        onPress={() => step(1)}
      />
      <span className="find-count" aria-live="polite">
        {words}
      </span>
      {readOnly ? null : (
        <>
          <Button size="s" unavailable={ranges.length === 0} onPress={replaceOne}>
            {t('editor.find.one')}
          </Button>
          <Button
            size="s"
            unavailable={ranges.length === 0}
            onPress={() => setReplaced(replaceAll(editor, query, replacement, { matchCase, wholeWords }))}
          >
            {t('editor.find.all')}
          </Button>
        </>
      )}
      <span className="gap" />
      <Button kind="quiet" size="s" icon="close" label={t('editor.find.close')} onPress={close} />
    </search>
  );
}
