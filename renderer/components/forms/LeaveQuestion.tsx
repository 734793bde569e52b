/** Asks once, whatever leads away from a screen with something unsaved; going on is the second choice. */
import { useEffect, useRef, useState } from 'react';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Dialog } from '#renderer/components/dialogs/Dialog.tsx';
import { guardLeaving, navigate, type Route } from '#renderer/state/shell/route-store.ts';

interface LeaveQuestionProps {
  /** Asked at the moment of leaving. */
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
    <Dialog title={words.title} onClose={() => setNext(undefined)}>
      <div className="b stack">
        <p>{words.text}</p>
      </div>
      <div className="f">
        <Button kind="primary" autoFocus onPress={() => setNext(undefined)}>
          {words.stay}
        </Button>
        <Button onPress={() => setAnswered(true)}>{words.leave}</Button>
      </div>
    </Dialog>
  );
}
