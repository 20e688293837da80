import type { KeyboardEvent } from 'react'

/** Keys that change a closed select on some systems. */
const changesClosedSelect = (key: string): boolean =>
  /^(Arrow|Page|Home$|End$)/.test(key) || (key.length === 1 && key !== ' ')

/**
 * Opens a select on the first arrow key or letter instead of changing it. For selects that save on change: otherwise the
 * keyboard could not reach the third option without applying the first two.
 */
export function openSelect(event: KeyboardEvent<HTMLSelectElement>): void {
  const { key, currentTarget, altKey, ctrlKey, metaKey } = event
  if (altKey || ctrlKey || metaKey || !changesClosedSelect(key) || !('showPicker' in currentTarget)) return
  event.preventDefault()
  currentTarget.showPicker()
}
