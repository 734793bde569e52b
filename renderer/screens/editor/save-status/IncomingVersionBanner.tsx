/** Banner that offers to merge a version which another person sealed in other sections. */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import type { IncomingVersionOffer as ElsewhereVersion } from '#renderer/editor/editing-session/editing-state.ts';
import { mergeIncomingVersion } from '#renderer/editor/editing-session/merging/merge-incoming-version.ts';
import { focusReport } from '#renderer/editor/text/caret/focus-report.ts';
import { localeTag } from '#renderer/messages/locale-tag.ts';
import { useIncomingWords } from '#renderer/screens/editor/conflict/use-incoming-words.ts';
import { showView, useView } from '#renderer/screens/editor/view-store.ts';
import { Banner } from './Banner.tsx';

export function IncomingVersionBanner() {
  const { t } = useTranslation();
  const work = useEditingSession();
  const [editor] = useLexicalComposerContext();
  const elsewhere = useEditingState((state) => state.elsewhere);
  const changed = useEditingState((state) => state.changed);
  const acting = useEditingState((state) => state.acting);
  const view = useView((state) => state.view.kind);
  const isUndecided = useEditingState((state) => state.otherDraft !== undefined);
  const what = useIncomingWords();
  if (!elsewhere || elsewhere.isLater || isUndecided) return null;
  const backToText = () => {
    showView({ kind: 'write' });
    focusReport(editor);
  };
  const comparing = changed ? 'compare' : 'history';
  return (
    <Banner
      tone="s-sealed"
      icon="state-sealed"
      role="status"
      title={`${what}. ${changedWords(elsewhere, t)}`}
      text={t(changed ? 'editor.elsewhere.goOn' : 'editor.elsewhere.text')}
    >
      <Button
        unavailable={acting !== undefined}
        onPress={() => {
          // Return the focus before loading the version, so that typing continues in the text.
          backToText();
          mergeIncomingVersion(work).catch((actError) => work.set({ actError }));
        }}
      >
        {t('editor.elsewhere.takeIn')}
      </Button>
      <Button
        icon="compare"
        pressed={view === comparing}
        onPress={() => (view === comparing ? backToText() : showView({ kind: comparing }))}
      >
        {t('review.conflict.compare')}
      </Button>
      <Button
        kind="quiet"
        onPress={() => {
          work.set({ elsewhere: { ...elsewhere, isLater: true } });
          backToText();
        }}
      >
        {t('editor.elsewhere.later')}
      </Button>
    </Banner>
  );
}

function changedWords({ theirs, mine }: ElsewhereVersion, t: TFunction): string {
  const list = (titles: readonly string[]) =>
    new Intl.ListFormat(localeTag(), { type: 'conjunction' }).format(
      titles.map((title) => title || t('review.conflict.beginning')),
    );
  if (theirs.length === 0) return t('editor.elsewhere.noText');
  if (mine.length === 0) return t('editor.elsewhere.theirs', { theirs: list(theirs) });
  return t('editor.elsewhere.both', { theirs: list(theirs), mine: list(mine) });
}
