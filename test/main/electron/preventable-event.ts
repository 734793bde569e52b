/** An event whose default action can be prevented. */
export class PreventableEvent {
  isPrevented = false;
  preventDefault(): void {
    this.isPrevented = true;
  }
}
