/** The sentence that a search found in a report which is about to open. In memory only, cleared at every lock. */
import { onWipe } from '#renderer/state/session/lock-hooks.ts';

let wanted: { readonly exam_id: string; readonly text: string } | undefined;

export function showSentence(examId: string, text: string): void {
  wanted = { exam_id: examId, text };
}

/** Returns the sentence to show in this report, once. */
export function takeSentence(examId: string): string | undefined {
  const text = wanted?.exam_id === examId ? wanted.text : undefined;
  wanted = undefined;
  return text;
}

onWipe(() => {
  wanted = undefined;
});
