import { useTranslation } from 'react-i18next';
import { reportFacts } from '#records/reports/report-status.ts';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';

interface GateWords {
  /** Heading and button: what is signed. */
  readonly act: string;
  readonly text: (seq: number, name: string) => string;
}

/** React hook for the words of the sign gate: a final report, an addendum or an amendment. */
export function useGateWords(): GateWords {
  const { t } = useTranslation();
  const kind = useEditingState((state) => reportFacts(state.meta.custom_attributes).pending?.kind);
  if (kind === undefined)
    return {
      act: t('review.gate.title'),
      text: (seq, name) => t('review.gate.text', { seq, name }),
    };
  return kind === 'addendum'
    ? {
        act: t('review.gate.titleAddendum'),
        text: (seq, name) => t('review.gate.textAddendum', { seq, name }),
      }
    : {
        act: t('review.gate.titleAmended'),
        text: (seq, name) => t('review.gate.textAmended', { seq, name }),
      };
}
