import { useTranslation } from 'react-i18next';
import { useKeyHint } from '#renderer/commands/keymap.ts';
import type { CaretPlace } from '#renderer/editor/text/caret-place.ts';
import { criticalState, readCritical } from '#renderer/editor/work/critical-result.ts';
import type { TextSummary } from '#renderer/editor/work/text-summary.ts';
import { useWork, useWorkState } from '#renderer/editor/work/work-context.ts';
import { changedInList } from '#renderer/messages/dates.ts';
import { percentText } from '#renderer/messages/numbers.ts';
import { useAppearance } from '#renderer/state/appearance-store.ts';
import { useSession } from '#renderer/state/session-store.ts';
import { openDialog, useView } from '../view-store.ts';

interface StatusBarProps {
  readonly summary: TextSummary;
  readonly place: CaretPlace;
}

export function StatusBar({ summary, place }: StatusBarProps) {
  const { t } = useTranslation();
  const view = useView((state) => state.view.kind);
  const percent = useAppearance((state) => state.report_zoom);
  const pane = useKeyHint('nextPane');
  const sheet = useKeyHint('shortcuts');
  const idle = useIdleMinutes();
  const section = summary.sections.find((known) => known.ordinal === place.section);
  const where =
    view === 'compare'
      ? t('review.conflict.status')
      : view === 'history'
        ? t('review.history.label')
        : section?.title || t('editor.status.start');
  return (
    <footer className="statusbar">
      <span>{where}</span>
      {summary.fields > 0 ? (
        <span>{t('editor.status.fieldsOpen', { open: summary.openFields, all: summary.fields })}</span>
      ) : null}
      <span>{t('editor.status.words', { count: summary.words })}</span>
      {summary.isLarge ? <span>{t('editor.status.large')}</span> : null}
      <CriticalPart />
      <span className="gap" />
      <span>{t('editor.status.text', { percent: percentText(percent / 100) })}</span>
      {idle === undefined ? null : <span>{t('editor.status.locksAfter', { count: idle })}</span>}
      <span>
        <kbd>{pane.hint}</kbd>
        {t('editor.status.nextPane')}
      </span>
      <span>
        <kbd>{sheet.hint}</kbd>
        {t('editor.status.allKeys')}
      </span>
    </footer>
  );
}

function CriticalPart() {
  const { t } = useTranslation();
  const { documents } = useWork();
  const attributes = useWorkState((state) => state.meta.custom_attributes);
  if (documents.resource === 'templates') return null;
  const critical = readCritical(attributes);
  const state = criticalState(critical, new Date());
  const words =
    critical === undefined
      ? t('editor.status.noCritical')
      : state === 'closed'
        ? t('editor.status.critical', { who: critical.told_whom, when: changedInList(critical.told_at) })
        : t(state === 'overdue' ? 'editor.status.criticalOverdue' : 'editor.status.criticalOpen');
  return (
    <button
      type="button"
      className={`link status-act${state === 'overdue' ? ' s-error' : ''}`}
      onClick={() => openDialog('critical')}
    >
      {words}
    </button>
  );
}

/** How long the session may rest, in whole minutes, from its own two instants. */
function useIdleMinutes(): number | undefined {
  const session = useSession((state) => state.session);
  if (!session) return undefined;
  const ms = Date.parse(session.idle_expires_at) - Date.parse(session.created_at);
  return ms > 0 && ms < 86_400_000 ? Math.round(ms / 60_000) : undefined;
}
