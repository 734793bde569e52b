import { type RefObject, useEffect } from 'react';

/** Two texts of different length scroll by share: the middle of one beside the middle of the other. */
export function useScrollTogether(box: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const mine = document.querySelector<HTMLElement>('.sheet');
    const other = box.current;
    if (!isOn || !mine || !other) return undefined;
    let led: HTMLElement | undefined;
    const follow = (from: HTMLElement, to: HTMLElement) => () => {
      // The scrolling this one causes must not come back.
      if (led === from) {
        led = undefined;
        return;
      }
      const room = from.scrollHeight - from.clientHeight;
      if (room <= 0) return;
      const target = (from.scrollTop / room) * (to.scrollHeight - to.clientHeight);
      if (Math.abs(target - to.scrollTop) < 1) return;
      led = to;
      to.scrollTop = target;
    };
    const forward = follow(mine, other);
    const back = follow(other, mine);
    mine.addEventListener('scroll', forward, { passive: true });
    other.addEventListener('scroll', back, { passive: true });
    return () => {
      mine.removeEventListener('scroll', forward);
      other.removeEventListener('scroll', back);
    };
  }, [box, isOn]);
}
