import { type RefObject, useEffect } from 'react';

/**
 * React hook for linked scrolling of two texts of different length, by the fraction scrolled. In a low window the text of
 * the prior scrolls with all of its panel.
 */
export function useScrollTogether(box: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const mine = document.querySelector<HTMLElement>('.sheet');
    const other = box.current;
    if (!isOn || !mine || !other) return undefined;
    let led: HTMLElement | undefined;
    const follow = (of: () => HTMLElement, mate: () => HTMLElement) => () => {
      const [from, to] = [of(), mate()];
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
    const whole = other.closest<HTMLElement>('.prior-body') ?? other;
    const scroller = () => (getComputedStyle(other).overflowY === 'visible' ? whole : other);
    const forward = follow(() => mine, scroller);
    const back = follow(scroller, () => mine);
    mine.addEventListener('scroll', forward, { passive: true });
    other.addEventListener('scroll', back, { passive: true });
    whole.addEventListener('scroll', back, { passive: true });
    return () => {
      mine.removeEventListener('scroll', forward);
      other.removeEventListener('scroll', back);
      whole.removeEventListener('scroll', back);
    };
  }, [box, isOn]);
}
