import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { baseSeq } from '#renderer/editor/editing-session/editing-state.ts';
import { discardDraft } from '#renderer/editor/editing-session/sealing/seal-report.ts';
import { changedInList } from '#renderer/messages/dates.ts';
import { tellGivenUp } from '#renderer/screens/editor/show-recovered-notice.ts';
import { showView } from '#renderer/screens/editor/view-store.ts';
import { useSession } from '#renderer/state/session/session-store.ts';

/**
 * Banner about an opened draft of an earlier session: keep, compare or discard. If a newer version exists,
 * its own banner offers the three-way comparison.
 */
export function UnsealedDraftBanner() {
  const { t } = useTranslation();
  const work = useEditingSession();
  const state = useEditingState((whole) => whole);
  const me = useSession((session) => session.session?.principal.principal_id);
  const { draft, foundDraft, conflict, elsewhere } = state;
  if (!foundDraft || !draft || conflict) return null;
  const facts = { time: changedInList(draft.updated_at), seq: baseSeq(state) };
  const discard = async () => {
    if (await discardDraft(work)) tellGivenUp(work, t);
  };
  const isMine = draft.author.principal_id === me;
  return (
    <section className="alert s-draft found-draft" aria-label={t('editor.save.unsealedDraft')}>
      <Icon name="state-unsealed" size={20} />
      <p className="t">
        {isMine
          ? t('editor.found.text', facts)
          : t('editor.found.ofOther', { ...facts, name: draft.author.display_name })}
      </p>
      <div className="acts">
        <Button size="s" onPress={() => work.set({ foundDraft: false })}>
          {t('editor.found.keep')}
        </Button>
        {elsewhere && !elsewhere.isLater ? null : (
          <Button size="s" icon="compare" onPress={() => showView({ kind: 'history' })}>
            {t('editor.found.compare')}
          </Button>
        )}
        <Button size="s" onPress={() => void discard()}>
          {t('editor.found.discard')}
        </Button>
      </div>
    </section>
  );
}
