/**
 * Fields with their own submit button but without a form element. Typed input is protected: leaving asks
 * first, and a lock stashes it.
 */
import { type ReactNode, useRef, useState } from 'react';
import { ThrowAway } from '#renderer/components/dialogs/Dialog.tsx';
import { useTypedForm } from '#renderer/components/dialogs/use-typed-form.ts';

interface TypedRegionProps {
  readonly className?: string;
  /** True if the region has input that its fields do not show. */
  readonly hasInput?: boolean;
  /** Name under which a lock stashes typed input. */
  readonly keptAs: string;
  /** Resets the fields to the saved values. */
  readonly onThrownAway: () => void;
  readonly children: ReactNode;
}

export function TypedRegion(props: TypedRegionProps) {
  const { onThrownAway } = props;
  const [round, setRound] = useState(0);
  // A new key starts again without typed input.
  return (
    <Region
      key={round}
      {...props}
      onThrownAway={() => {
        onThrownAway();
        setRound(round + 1);
      }}
    />
  );
}

function Region({ className, hasInput = false, keptAs, onThrownAway, children }: TypedRegionProps) {
  const root = useRef<HTMLDivElement>(null);
  const typed = useTypedForm(root, { onClose: onThrownAway, hasInput, keptAs });
  return (
    <div ref={root} className={className}>
      {children}
      <ThrowAway form={typed} />
    </div>
  );
}
