import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useTranslation } from 'react-i18next';
import { findingWords } from '#renderer/components/records/findings/quality-finding-text.ts';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { useLateralityMismatches } from '#renderer/editor/laterality/laterality-store.ts';
import { correctFinding } from '#renderer/screens/editor/sign/jump-to-finding.ts';
import { OF_ADDENDUM } from '#report/checks/addendum-checks.ts';
import type { SideMismatch } from '#report/checks/laterality/laterality-checks.ts';
import { checkComparisons } from '#report/checks/quality-checks.ts';
import type { QualityFinding } from '#report/checks/quality-finding.ts';

/** Returns the first contradiction of side or size as a sentence with a jump to it; undefined if there is none. */
export function useLateralityNotice(): { readonly text: string; readonly jump: () => void } | undefined {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const { text } = useEditingSession();
  const title = useEditingState((state) => state.meta.title);
  const mismatch = useLateralityMismatches((state) => state.mismatches[0]);
  // Sides of whole parts are known with the key; an older comparison of them may no longer be true.
  const compared = useLateralityMismatches((state) => state.compared.find(isOfOneText));
  const shown = mismatch ? ofMismatch(mismatch) : compared;
  if (!shown) return undefined;
  const words = findingWords(shown, t);
  return {
    text: `${words.title} ${words.text}`,
    jump: () => {
      const found = checkComparisons({ state: text.state(), title, kept_blocks: text.kept().length });
      const finding = found.find(({ code }) => code === shown.code) ?? found[0];
      if (finding) correctFinding(editor, finding);
    },
  };
}

/** The signed text of an addendum is not watched by key. */
function isOfOneText({ code, params }: QualityFinding): boolean {
  return code !== 'side_mismatch' || params['of'] === OF_ADDENDUM.of;
}

function ofMismatch(mismatch: SideMismatch): QualityFinding {
  return { code: 'side_mismatch', severity: 'warn', params: { ...mismatch }, target: null };
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
