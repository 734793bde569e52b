import type { MouseEvent } from 'react';

/** For `onMouseDown`: the browser moves the focus with the press of a pointer, not with the click. */
export function preventFocusChange(event: MouseEvent): void {
  event.preventDefault();
}
