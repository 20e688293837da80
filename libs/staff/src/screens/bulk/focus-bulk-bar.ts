import { selectedTickets } from './texts'

/** Focuses the first tool for the selected tickets. */
export const focusBulkBar = (): void =>
  document.querySelector<HTMLElement>(`[role=toolbar][aria-label="${selectedTickets}"] button`)?.focus()
