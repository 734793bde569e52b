import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import {
  keepMyDraft,
  openOtherDraft,
} from '#renderer/editor/editing-session/drafts/resolve-draft-conflict.ts';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { useIncomingWords, whenWords } from '#renderer/screens/editor/conflict/use-incoming-words.ts';
import { tellRecovered } from '#renderer/screens/editor/show-recovered-notice.ts';
import { Banner } from './Banner.tsx';

/** Banner about a draft that another window saved. Nothing is saved here until the person chooses one. */
export function DraftConflictBanner() {
  const { t } = useTranslation();
  const work = useEditingSession();
  const other = useEditingState((state) => state.otherDraft);
  const incoming = useIncomingWords();
  const isSetAside = useEditingState((state) => state.setAside);
  useEffect(() => {
    if (!isSetAside) return;
    work.set({ setAside: false });
    tellRecovered(t('editor.otherDraft.setAside'), t);
  }, [isSetAside, work, t]);
  if (!other) return null;
  const keep = async () => {
    if (await keepMyDraft(work)) tellRecovered(t('editor.otherDraft.setAside'), t);
  };
  const take = async () => {
    if (await openOtherDraft(work)) tellRecovered(t('editor.otherDraft.taken'), t);
  };
  return (
    <Banner
      tone="s-conflict"
      icon="state-conflict"
      role="alert"
      title={t('editor.otherDraft.title', {
        name: other.author.display_name,
        when: whenWords(other.updated_at, t),
      })}
      text={[incoming && `${incoming}.`, t('editor.otherDraft.text')].filter(Boolean).join(' ')}
    >
      <Button onPress={() => void keep()}>{t('editor.otherDraft.keep')}</Button>
      <Button onPress={() => void take()}>{t('editor.otherDraft.take')}</Button>
    </Banner>
  );
}
