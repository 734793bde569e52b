/** Asks once before leaving a screen with unsaved changes; leaving is the second choice. */
import { useEffect, useRef, useState } from 'react';
import { Question } from '#renderer/components/dialogs/Dialog.tsx';
import { guardLeaving, navigate, type Route } from '#renderer/state/shell/route-store.ts';

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

export function LeaveQuestion({ isUnsaved, words }: LeaveQuestionProps) {
  const [next, setNext] = useState<Route>();
  const [isAnswered, setAnswered] = useState(false);
  const latest = useRef(isUnsaved);
  useEffect(() => {
    latest.current = isUnsaved;
  });
  useEffect(() => {
    if (isAnswered) return undefined;
    return guardLeaving((route) => {
      const mayLeave = !latest.current();
      if (!mayLeave) setNext(route);
      return mayLeave;
    });
  }, [isAnswered]);
  useEffect(() => {
    if (isAnswered && next) navigate(next.path, { query: next.query });
  }, [isAnswered, next]);
  if (!next || isAnswered) return null;
  return (
    <Question
      title={words.title}
      stay={words.stay}
      onStay={() => setNext(undefined)}
      act={words.leave}
      onAct={() => setAnswered(true)}
    >
      <p>{words.text}</p>
    </Question>
  );
}
