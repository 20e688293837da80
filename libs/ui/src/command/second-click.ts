const CONTROL = 'button, a, summary, [role="button"], [role="menuitem"], [role="option"], [role="tab"]'
/** Controls that start a command; Button sets the attribute when it has `loading`. */
const COMMAND = '[data-command], [type="submit"]'
/** Controls that are clicked in quick succession, such as Remove in a list whose next row moves under the pointer. */
const SERIES = '[data-series]'

/** The control of a click. A label counts as its control, because the browser clicks both. */
const controlOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? (target.closest(CONTROL) ?? target.closest('label')?.control ?? target) : null

/**
 * Ignores the second click of a double click and the repeats of a held Enter on commands and on controls that have moved
 * under the pointer since the first click: a command runs once, and a control that replaced it is not clicked.
 * @returns the cleanup
 */
export function guardSecondClicks(): () => void {
  let first: Element | null = null
  const isSeries = (control: Element | null) => control?.matches(SERIES) && first?.matches(SERIES)
  const cancel = (event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const onClick = (event: MouseEvent) => {
    const control = controlOf(event.target)
    if (event.detail < 2) first = control
    else if (control === first ? control?.matches(COMMAND) : !isSeries(control)) cancel(event)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.repeat || event.key !== 'Enter' || !(event.target instanceof Element)) return
    if (event.target.matches(`input, ${CONTROL}`)) event.preventDefault()
  }
  window.addEventListener('click', onClick, true)
  window.addEventListener('keydown', onKeyDown, true)
  return () => {
    window.removeEventListener('click', onClick, true)
    window.removeEventListener('keydown', onKeyDown, true)
  }
}
