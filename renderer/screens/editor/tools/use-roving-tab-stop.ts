/** React hook for a button row with one tab stop: arrows move inside, Home and End jump to its ends. */
import { type KeyboardEvent, type RefObject, useEffect } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * Returns the visible buttons, because a narrow window hides some. Reads styles only, which forces no layout.
 */
function buttonsOf(bar: HTMLElement | null): HTMLElement[] {
  return [...(bar?.querySelectorAll<HTMLElement>('button') ?? [])].filter(
    (button) => button.checkVisibility() && button.closest('[popover]') === null,
  );
}

export function useRovingTabStop(bar: RefObject<HTMLElement | null>): (event: KeyboardEvent) => void {
  useEffect(() => {
    const buttons = buttonsOf(bar.current);
    const stop =
      buttons.find((button) => button.tabIndex === 0 && button.dataset['stop'] === 'true') ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  });
  return (event) => {
    const buttons = buttonsOf(bar.current);
    const { activeElement } = document;
    const from = activeElement instanceof HTMLElement ? buttons.indexOf(activeElement) : -1;
    const step = STEPS[event.key];
    const to =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? buttons.length - 1
          : step === undefined
            ? -1
            : from + step;
    if (from === -1 || to < 0 || !buttons[to % buttons.length]) return;
    event.preventDefault();
    const target = buttons[to % buttons.length];
    for (const button of buttons) {
      button.tabIndex = button === target ? 0 : -1;
      button.dataset['stop'] = String(button === target);
    }
    target?.focus();
  };
}
