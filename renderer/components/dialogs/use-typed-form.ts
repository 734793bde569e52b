/**
 * React hook that protects typed input: Escape, Cancel, a link, Back or another record ask once before
 * discarding it. A lock stashes it for the same person.
 */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { beforeLock } from '#renderer/state/session/lock-hooks.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { enterForm } from '#renderer/state/shell/typed-forms.ts';
import { stashFormInput, takeStashedFormInput } from '#renderer/state/unsaved/stashed-form-input.ts';
import { restoreFields } from './form-fields.ts';
import { SENT, type TypedInput, watchTyped } from './typed-input.ts';

interface TypedFormOptions {
  /** Called when the person closes it; discarding input has been confirmed. */
  readonly onClose: () => void;
  /** True if input is only a search and may be discarded without asking. */
  readonly isSearch?: boolean;
  /** True if the form has input that its fields do not show. */
  readonly hasInput?: boolean;
  /** Kind and object, as in `critical/{exam}`; a lock stashes typed input under this name. */
  readonly keptAs?: string | undefined;
}

export interface TypedForm {
  /** Closes the form, after asking if it has typed input. */
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
    const kept = takeStashedFormInput(keptAs);
    const endGiving = kept === undefined ? undefined : restoreFields(element, kept);
    const endKeeping = beforeLock(async () => {
      if (principalId === undefined || !isTypedNow()) return;
      await stashFormInput(principalId, keptAs, watched.current?.changes() ?? {});
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
  // Close in a second step, because the question returns the focus to an element about to be removed.
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
