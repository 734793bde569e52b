/**
 * A form that nothing closes over what is typed in it: Escape, Cancel, a link, Back or another record ask once, a lock
 * keeps it for the same person.
 */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { beforeLock } from '#renderer/state/session/lock-hooks.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { enterForm } from '#renderer/state/shell/typed-forms.ts';
import { keepInput, takeKeptInput } from '#renderer/state/unsaved/kept-input.ts';
import { giveBack } from './form-fields.ts';
import { SENT, type TypedInput, watchTyped } from './typed-input.ts';

interface TypedFormOptions {
  /** By the person; what was typed has been asked about. */
  readonly onClose: () => void;
  /** What is typed in it only looks for something. */
  readonly isSearch?: boolean;
  /** More was decided in it than its fields tell. */
  readonly hasInput?: boolean;
  /** Its kind and what it is about, such as `critical/{exam}`: a lock keeps what is typed under this name. */
  readonly keptAs?: string | undefined;
}

export interface TypedForm {
  /** Asks first where something is typed. */
  readonly close: () => void;
  readonly isAsking: boolean;
  readonly stay: () => void;
  readonly throwAway: () => void;
}

interface Asking {
  readonly go: () => void;
  readonly isAnswered: boolean;
}

export function useTypedForm(root: RefObject<HTMLElement | null>, options: TypedFormOptions): TypedForm {
  const { onClose, isSearch = false, hasInput = false, keptAs } = options;
  const watched = useRef<TypedInput>(undefined);
  const isThrownAway = useRef(false);
  const [asking, setAsking] = useState<Asking>();
  const principalId = useSession((state) => state.session?.principal.principal_id);
  const isTyped = () =>
    !isThrownAway.current && (hasInput || (!isSearch && watched.current?.isTyped() === true));
  const isTypedNow = useEffectEvent(isTyped);
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const typed = watchTyped(element);
    watched.current = typed;
    const leave = enterForm({
      isTyped: isTypedNow,
      isSending: () => element.querySelector(`form[aria-busy="true"], form[${SENT}]`) !== null,
      ask: (go) => setAsking({ go, isAnswered: false }),
    });
    return () => {
      leave();
      typed.end();
    };
  }, [root]);
  useEffect(() => {
    const element = root.current;
    if (!element || keptAs === undefined) return undefined;
    const kept = takeKeptInput(keptAs);
    const endGiving = kept === undefined ? undefined : giveBack(element, kept);
    const endKeeping = beforeLock(async () => {
      if (principalId === undefined || !isTypedNow()) return;
      await keepInput(principalId, keptAs, watched.current?.changes() ?? {});
    });
    return () => {
      endGiving?.();
      endKeeping();
    };
  }, [root, keptAs, principalId]);
  const leave = useEffectEvent((go: () => void) => {
    isThrownAway.current = true;
    onClose();
    go();
  });
  // One after the other: the question gives the focus back to what is about to go.
  useEffect(() => {
    if (asking?.isAnswered) leave(asking.go);
  }, [asking]);
  return {
    close: () => (isTyped() ? setAsking({ go: () => undefined, isAnswered: false }) : onClose()),
    isAsking: asking !== undefined && !asking.isAnswered,
    stay: () => setAsking(undefined),
    throwAway: () => setAsking((known) => known && { ...known, isAnswered: true }),
  };
}
