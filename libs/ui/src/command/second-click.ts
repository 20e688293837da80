const CONTROL = 'button, a, summary, [role="button"], [role="menuitem"], [role="option"], [role="tab"]'
/** What starts work: Button marks those that can show it. */
const COMMAND = '[data-command], [type="submit"]'
/** What is pressed several times in a row, on one thing after the other: the next one comes under the pointer. */
const SERIES = '[data-series]'

/** A click on a label counts as one on its control, because the browser clicks both. */
const controlOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? (target.closest(CONTROL) ?? target.closest('label')?.control ?? target) : null

/**
 * Takes the second click of a double click, and the repeats of a held Enter, away from controls that they were not
 * meant for: a command runs once however fast it ends, and what has come under the pointer meanwhile is not pressed.
 * @returns what ends it
 */
export function guardSecondClicks(): () => void {
  let first: Element | null = null
  const isSeries = (control: Element | null) => control?.matches(SERIES) && first?.matches(SERIES)
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const onClick = (event: MouseEvent) => {
    const control = controlOf(event.target)
    if (event.detail < 2) first = control
    else if (control === first ? control?.matches(COMMAND) : !isSeries(control)) swallow(event)
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
