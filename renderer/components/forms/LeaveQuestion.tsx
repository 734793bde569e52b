/** Asks once before leaving a screen with unsaved changes, or closing the window; leaving is the second choice. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Question } from '#renderer/components/dialogs/Dialog.tsx';
import { enterForm } from '#renderer/state/shell/typed-forms.ts';

interface LeaveQuestionProps {
  /** Called when the person leaves. */
  readonly isUnsaved: () => boolean;
  readonly words: {
    readonly title: string;
    readonly text: string;
    readonly stay: string;
    readonly leave: string;
  };
}

interface Asking {
  readonly go: () => void;
  readonly isAnswered: boolean;
}

export function LeaveQuestion({ isUnsaved, words }: LeaveQuestionProps) {
  const [asking, setAsking] = useState<Asking>();
  const isLeft = useRef(false);
  const isTyped = useEffectEvent(() => !isLeft.current && isUnsaved());
  useEffect(
    () =>
      enterForm({
        isTyped,
        isSending: () => false,
        ask: (go) => setAsking({ go, isAnswered: false }),
      }),
    [],
  );
  // Leave in a second step, because the question returns the focus to an element about to be removed.
  useEffect(() => {
    if (!asking?.isAnswered) return;
    isLeft.current = true;
    asking.go();
  }, [asking]);
  if (asking === undefined || asking.isAnswered) return null;
  return (
    <Question
      title={words.title}
      stay={words.stay}
      onStay={() => setAsking(undefined)}
      act={words.leave}
      onAct={() => setAsking({ ...asking, isAnswered: true })}
    >
      <p>{words.text}</p>
    </Question>
  );
}
