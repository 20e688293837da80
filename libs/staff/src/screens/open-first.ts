import type { KeyboardEvent } from 'react'

/** Keys by which a closed select chooses on some systems, without a word of what there is to choose from. */
const chooses = (key: string): boolean =>
  /^(Arrow|Page|Home$|End$)/.test(key) || (key.length === 1 && key !== ' ')

/**
 * For a select that acts as soon as something is chosen: the first arrow or letter opens it, where others move and Enter
 * chooses. Otherwise nobody could reach its third choice by key without the first two being carried out.
 */
export function openFirst(event: KeyboardEvent<HTMLSelectElement>): void {
  const { key, currentTarget, altKey, ctrlKey, metaKey } = event
  if (altKey || ctrlKey || metaKey || !chooses(key) || !('showPicker' in currentTarget)) return
  event.preventDefault()
  currentTarget.showPicker()
}
