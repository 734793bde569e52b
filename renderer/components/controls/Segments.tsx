import { type KeyboardEvent, useId, useRef } from 'react';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { Choice } from './Select.tsx';

interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onChange: (value: Value) => void;
  readonly labelHidden?: boolean;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Radio group drawn as one track; the selected option is raised and ticked. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, value, choices, onChange, labelHidden = false } = props;
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const from = choices.findIndex((choice) => choice.value === value);
    const index = (from + step + choices.length) % choices.length;
    const next = choices[index];
    if (!next) return;
    onChange(next.value);
    group.current?.querySelectorAll<HTMLButtonElement>('[role="radio"]')[index]?.focus();
  };
  return (
    <div className="fld">
      <span className={labelHidden ? 'vh' : 'lab'} id={id}>
        {label}
      </span>
      <div className="seg" role="radiogroup" aria-labelledby={id} ref={group} onKeyDown={move}>
        {choices.map((choice) => (
          // biome-ignore lint/a11y/useSemanticElements: a track of buttons that behaves as one radio group
          <button
            key={choice.value}
            type="button"
            role="radio"
            aria-checked={choice.value === value}
            tabIndex={choice.value === value ? 0 : -1}
            onClick={() => onChange(choice.value)}
          >
            {choice.value === value ? <Icon name="check" size={14} /> : null}
            {choice.label}
          </button>
        ))}
      </div>
    </div>
  );
}
