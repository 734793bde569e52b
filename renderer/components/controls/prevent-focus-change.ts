import type { MouseEvent } from 'react';

/**
 * Handler for `onMouseDown` that keeps the focus where it is. Browsers move the focus on press, not on click.
 */
export function preventFocusChange(event: MouseEvent): void {
  event.preventDefault();
}
