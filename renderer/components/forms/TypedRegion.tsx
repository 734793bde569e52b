/**
 * Fields beside a button that sends them, in no form of their own: what was chosen or typed in them is asked about
 * before anything takes them away, and a lock keeps it.
 */
import { type ReactNode, useRef, useState } from 'react';
import { ThrowAway } from '#renderer/components/dialogs/Dialog.tsx';
import { useTypedForm } from '#renderer/components/dialogs/use-typed-form.ts';

interface TypedRegionProps {
  readonly className?: string;
  /** More was decided in it than its fields tell. */
  readonly hasInput?: boolean;
  /** Under this name a lock keeps what is typed in it. */
  readonly keptAs: string;
  /** Puts the fields back to what the vault has. */
  readonly onThrownAway: () => void;
  readonly children: ReactNode;
}

export function TypedRegion(props: TypedRegionProps) {
  const { onThrownAway } = props;
  const [round, setRound] = useState(0);
  // Another round begins with nothing typed.
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
