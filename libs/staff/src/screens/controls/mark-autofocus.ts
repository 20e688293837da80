/** A ref for the control that a dialog focuses when it opens: React's `autoFocus` sets no attribute to find it by. */
export const markAutofocus = (control: HTMLElement | null): void => control?.setAttribute('autofocus', '')
