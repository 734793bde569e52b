/**
 * Status bar below the report: section, open fields, word count, critical result, follow-ups, keys. Its
 * buttons leave the focus in the text.
 */
import { useTranslation } from 'react-i18next';
import { readFollowUps } from '#records/reports/follow-ups.ts';
import { runCommand } from '#renderer/commands/command-registry.ts';
import { useKeyHint } from '#renderer/commands/keymap.ts';
import { preventFocusChange } from '#renderer/components/controls/prevent-focus-change.ts';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { canSaveAttributes } from '#renderer/editor/editing-session/save-attributes.ts';
import type { TextSummary } from '#renderer/editor/editing-session/text-summary.ts';
import type { CaretPlace } from '#renderer/editor/text/caret/caret-context.ts';
import { changedInList, dayInList } from '#renderer/messages/dates.ts';
import { count, percentText } from '#renderer/messages/numbers.ts';
import { openDialog, useView } from '#renderer/screens/editor/view-store.ts';
import { useAppearance } from '#renderer/state/appearance-store.ts';
import { useIdle } from '#renderer/state/session/idle-clock.ts';
import { syncedBack, useTravellingCopy } from '#renderer/state/vault/travelling-copy.ts';
import { CriticalPart } from './CriticalResultStatus.tsx';
import { LateralityNotice } from './LateralityNotice.tsx';

interface StatusBarProps {
  readonly summary: TextSummary;
  readonly place: CaretPlace;
}

export function StatusBar({ summary, place }: StatusBarProps) {
  const { t } = useTranslation();
  const view = useView((state) => state.view.kind);
  const percent = useAppearance((state) => state.report_zoom);
  const pane = useKeyHint('nextPane');
  const handbook = useKeyHint('handbook');
  const pictures = useKeyHint('pictures');
  const { documents } = useEditingSession();
  const idle = useIdle((state) => state.idleMinutes);
  const back = useBackAtClinic();
  const section = summary.sections.find((known) => known.ordinal === place.section);
  const where =
    view === 'compare'
      ? (back ?? t('review.conflict.status'))
      : view === 'history'
        ? t('review.history.label')
        : section?.title || t('editor.status.start');
  return (
    <footer className="statusbar">
      <span>{where}</span>
      <LateralityNotice />
      {summary.fields > 0 ? (
        <span>{t('editor.status.fieldsOpen', { open: summary.openFields, all: summary.fields })}</span>
      ) : null}
      <span>{t('editor.status.words', { count: summary.words })}</span>
      {summary.isLarge ? <span>{t('editor.status.large')}</span> : null}
      <CriticalPart />
      <FollowUpPart />
      <span className="gap" />
      <span>{t('editor.status.text', { percent: percentText(percent / 100) })}</span>
      {idle === undefined ? null : <span>{t('editor.status.locksAfter', { count: idle })}</span>}
      {documents.resource === 'exams' && view === 'write' ? (
        <button
          type="button"
          className="link status-act"
          aria-keyshortcuts={pictures.keyShortcut}
          onMouseDown={preventFocusChange}
          onClick={() => runCommand('pictures')}
        >
          <kbd aria-hidden="true">{pictures.hint}</kbd>
          {t('editor.status.pictures')}
        </button>
      ) : null}
      <span>
        <kbd>{pane.hint}</kbd>
        {t('editor.status.nextPane')}
      </span>
      <button
        type="button"
        className="link status-act"
        aria-keyshortcuts={handbook.keyShortcut}
        onMouseDown={preventFocusChange}
        onClick={() => runCommand('handbook')}
      >
        <kbd aria-hidden="true">{handbook.hint}</kbd>
        {t('editor.status.handbook')}
      </button>
    </footer>
  );
}

function FollowUpPart() {
  const { t } = useTranslation();
  const { documents } = useEditingSession();
  const attributes = useEditingState((state) => state.meta.custom_attributes);
  const readOnly = useEditingState((state) => state.readOnly);
  if (documents.resource === 'templates') return null;
  const open = readFollowUps(attributes).filter((each) => !each.done);
  const days = open.map((each) => each.due).sort();
  const words =
    days[0] === undefined
      ? t('tracked.none')
      : t('tracked.some', { count: open.length, day: dayInList(`${days[0]}T00:00:00.000Z`) });
  if (!canSaveAttributes(readOnly)) return <span>{words}</span>;
  return (
    <button
      type="button"
      className="link status-act"
      onMouseDown={preventFocusChange}
      onClick={() => openDialog('follow_up')}
    >
      {words}
    </button>
  );
}

/**
 * Returns when a travelling copy last synced and how much of its data has arrived. Undefined outside a
 * travelling copy.
 */
function useBackAtClinic(): string | undefined {
  const { t } = useTranslation();
  const copy = useTravellingCopy();
  const handed = syncedBack(copy);
  if (copy.status === undefined || handed === undefined) return undefined;
  const since = changedInList(copy.status.clinic.since);
  return t('travel.back', { since, done: count(handed.done), count: handed.of, number: count(handed.of) });
}
