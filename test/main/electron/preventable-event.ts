/** An event whose default the program may prevent. */
export class PreventableEvent {
  isPrevented = false;
  preventDefault(): void {
    this.isPrevented = true;
  }
}
