import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useTranslation } from 'react-i18next';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { useLateralityMismatches } from '#renderer/editor/laterality/laterality-store.ts';
import { jumpToFinding } from '#renderer/screens/editor/sign/jump-to-finding.ts';
import { findingWords } from '#renderer/screens/editor/sign/quality-finding-text.ts';
import { checkLaterality } from '#report/checks/laterality/laterality-checks.ts';
import { partsOf } from '#report/checks/quality-checks.ts';

/** Returns the first left-right mismatch as a sentence with a jump to it; undefined if there is none. */
export function useLateralityNotice(): { readonly text: string; readonly jump: () => void } | undefined {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const { text } = useEditingSession();
  const title = useEditingState((state) => state.meta.title);
  const mismatch = useLateralityMismatches((state) => state.mismatches[0]);
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

/** Announces the mismatch politely while typing; the caret stays in place. */
export function LateralityNotice() {
  const notice = useLateralityNotice();
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
