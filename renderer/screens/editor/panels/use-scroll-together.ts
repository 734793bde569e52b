import { type RefObject, useEffect } from 'react';

/** React hook for linked scrolling of two texts of different length, by the fraction scrolled. */
export function useScrollTogether(box: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const mine = document.querySelector<HTMLElement>('.sheet');
    const other = box.current;
    if (!isOn || !mine || !other) return undefined;
    let led: HTMLElement | undefined;
    const follow = (from: HTMLElement, to: HTMLElement) => () => {
      // Ignore the scroll event that this scrolling causes.
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
