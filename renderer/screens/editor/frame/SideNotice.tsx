import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useTranslation } from 'react-i18next';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { useSides } from '#renderer/editor/laterality/laterality-store.ts';
import { jumpToFinding } from '#renderer/screens/editor/sign/jump-to-finding.ts';
import { findingWords } from '#renderer/screens/editor/sign/quality-finding-text.ts';
import { checkLaterality } from '#report/checks/laterality/laterality-checks.ts';
import { partsOf } from '#report/checks/quality-checks.ts';

/** The first contradiction of left and right as a sentence, and the way to it; undefined without one. */
export function useSideNotice(): { readonly text: string; readonly jump: () => void } | undefined {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const { text } = useEditingSession();
  const title = useEditingState((state) => state.meta.title);
  const mismatch = useSides((state) => state.mismatches[0]);
  if (!mismatch) return undefined;
  const words = findingWords(
    { code: 'side_mismatch', severity: 'warn', params: { ...mismatch }, target: null },
    t,
  );
  return {
    text: `${words.title} ${words.text}`,
    jump: () => {
      const [finding] = checkLaterality(partsOf({ state: text.state(), title }));
      if (finding) jumpToFinding(editor, finding);
    },
  };
}

/** Told politely as soon as it is typed; the caret stays where it is. */
export function SideNotice() {
  const notice = useSideNotice();
  return (
    <span role="status" className="side-notice">
      {notice ? (
        <button type="button" className="link status-act s-error" onClick={notice.jump}>
          {notice.text}
        </button>
      ) : null}
    </span>
  );
}
