/**
 * The rows of the history: the draft and all versions the editor has loaded. Also the select that picks one side of
 * a comparison.
 */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFacts, reportState } from '#records/reports/report-status.ts';
import { Select } from '#renderer/components/controls/Select.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';
import { STATE_LOOKS } from '#renderer/components/records/record-state.ts';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { baseSeq } from '#renderer/editor/editing-session/editing-state.ts';
import { changedAt } from '#renderer/messages/dates.ts';
import { useSession } from '#renderer/state/session/session-store.ts';

/** Id of the row that represents the present text. */
export const DRAFT = 'draft';

export interface VersionRow {
  readonly id: string;
  /** Version number; 0 for the draft. */
  readonly seq: number;
  readonly title: string;
  readonly time: string;
  readonly who: string;
  readonly icon: IconName;
  readonly tone: string;
}

/** Returns the draft, if any, and the versions, newest first. */
export function useVersionRows(): readonly VersionRow[] {
  const { t } = useTranslation();
  const state = useEditingState((whole) => whole);
  const me = useSession((session) => session.session?.principal.display_name ?? '');
  return useMemo(() => {
    const { status } = reportFacts(state.meta.custom_attributes);
    const look = STATE_LOOKS[status === null ? 'sealed' : reportState(status)];
    const draft: VersionRow[] = state.changed
      ? [
          {
            id: DRAFT,
            seq: 0,
            title: t('editor.outline.draft'),
            time: state.saving.kind === 'saved' ? changedAt(state.saving.at) : '',
            who: t('review.history.draftRow', {
              name: state.draft?.author.display_name ?? me,
              seq: baseSeq(state),
            }),
            icon: 'state-draft',
            tone: 's-draft',
          },
        ]
      : [];
    return [
      ...draft,
      ...state.versions.map(({ version_id, seq, created_at, created_by }, at): VersionRow => {
        const isHead = at === 0 && !state.changed;
        return {
          id: version_id,
          seq,
          title: t('review.history.version', { seq }),
          time: changedAt(created_at),
          who: created_by.display_name,
          icon: isHead ? look.icon : 'state-sealed',
          tone: isHead ? look.tone : 's-sealed',
        };
      }),
    ];
  }, [state, me, t]);
}

interface VersionPickProps {
  readonly label: string;
  readonly rows: readonly VersionRow[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

export function VersionPick({ label, rows, value, onChange }: VersionPickProps) {
  const choices = rows.map((row) => ({ value: row.id, label: row.title }));
  return <Select label={label} labelHidden value={value} choices={choices} onChange={onChange} />;
}
