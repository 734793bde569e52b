import { useTranslation } from 'react-i18next';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { baseSeq, theirVersion, versionOf } from '#renderer/editor/editing-session/editing-state.ts';
import { changedInList } from '#renderer/messages/dates.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { useSideWords } from './use-sync-conflict.ts';

/** Column heads of the three-way comparison, with the author of each text. */
export function CompareHead() {
  const { t } = useTranslation();
  const sides = useSideWords();
  const state = useEditingState((whole) => whole);
  const me = useSession((session) => session.session?.principal.display_name ?? '');
  const base = versionOf(state, state.base_version_id);
  const theirs = theirVersion(state);
  return (
    <div className="tri-h">
      <div>
        <b>{t('review.conflict.baseHead', { seq: baseSeq(state) })}</b>
        <span>{base ? sides('baseNote', { time: changedInList(base.created_at) }) : ''}</span>
      </div>
      <div>
        <b>{sides('theirsHead', { seq: theirs?.seq ?? 0 })}</b>
        <span>{theirs ? `${theirs.created_by.display_name}, ${changedInList(theirs.created_at)}` : ''}</span>
      </div>
      <div>
        <b>{sides('mineHead')}</b>
        <span>
          {state.saving.kind === 'saved'
            ? t('review.conflict.mineNote', { name: me, time: changedInList(state.saving.at) })
            : t('review.conflict.mineUnsaved', { name: me })}
        </span>
      </div>
    </div>
  );
}
