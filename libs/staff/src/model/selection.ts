/** Selected rows and the keyboard's position in a list. It survives paging; another filter resets it. */
export interface Selection {
  chosen: ReadonlySet<string>
  /** Where a range starts: the last row toggled alone. */
  anchor: string | null
  /** The row that keyboard commands act on. */
  cursor: string | null
}

/** Tickets selected at once: the server lists as many ids. */
export const SELECTION_MAX = 1_000

export const NOTHING_SELECTED: Selection = { chosen: new Set(), anchor: null, cursor: null }

const bounded = (ids: Iterable<string>): ReadonlySet<string> =>
  new Set([...new Set(ids)].slice(0, SELECTION_MAX))

/** The ids from one index to another, inclusive and in list order. */
const idsBetween = (order: readonly string[], from: number, to: number): string[] =>
  order.slice(Math.min(from, to), Math.max(from, to) + 1)

/** `x`, or a click on the checkbox: toggles a row and makes it the anchor of ranges. */
export function toggleRow(selection: Selection, id: string): Selection {
  const chosen = new Set(selection.chosen)
  if (!chosen.delete(id)) chosen.add(id)
  return { chosen: bounded(chosen), anchor: id, cursor: id }
}

/**
 * Shift and click: the rows from the anchor to this one take the anchor's state.
 * @param order ids of the loaded rows in display order
 */
export function toggleRange(selection: Selection, order: readonly string[], id: string): Selection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor)
  const to = order.indexOf(id)
  if (from < 0 || to < 0 || from === to) return toggleRow(selection, id)
  const range = idsBetween(order, from, to)
  const choose = selection.anchor !== null && selection.chosen.has(selection.anchor)
  const chosen = new Set(selection.chosen)
  for (const each of range) {
    if (choose) chosen.add(each)
    else chosen.delete(each)
  }
  return { chosen: bounded(chosen), anchor: selection.anchor, cursor: id }
}

/**
 * Arrow keys: moves the cursor `by` rows within the list.
 * @param extend shift is held: selects the rows passed; moving back towards the anchor deselects them
 */
export function moveCursor(
  selection: Selection,
  order: readonly string[],
  by: number,
  extend = false,
): Selection {
  if (order.length === 0) return selection
  const at = selection.cursor === null ? -1 : order.indexOf(selection.cursor)
  const to = at < 0 ? (by > 0 ? 0 : order.length - 1) : Math.min(Math.max(at + by, 0), order.length - 1)
  const cursor = order[to] ?? null
  if (!extend || at < 0 || selection.cursor === null) return { ...selection, cursor }
  const anchor =
    selection.anchor !== null && order.includes(selection.anchor) ? selection.anchor : selection.cursor
  const start = order.indexOf(anchor)
  const span = (end: number) => idsBetween(order, start, end)
  const chosen = new Set(selection.chosen)
  for (const id of span(at)) chosen.delete(id)
  return { chosen: bounded([...span(to), ...chosen]), anchor, cursor }
}

/** The checkbox of the header: selects loaded rows up to the limit, or none if any are selected. */
export const toggleAll = (selection: Selection, order: readonly string[]): Selection =>
  selection.chosen.size > 0 ? clearChosen(selection) : { ...selection, chosen: bounded(order) }

/** Extends a selection of all loaded rows to tickets that are not loaded; an empty one stays empty. */
export const chooseListed = (selection: Selection, ids: readonly string[]): Selection =>
  selection.chosen.size > 0 ? { ...selection, chosen: bounded(ids) } : selection

/** Deselects these rows. */
export const withoutRows = (selection: Selection, ids: readonly string[]): Selection => ({
  ...selection,
  chosen: new Set([...selection.chosen].filter((id) => !ids.includes(id))),
  anchor: null,
})

export const clearChosen = (selection: Selection): Selection => ({
  ...selection,
  chosen: NOTHING_SELECTED.chosen,
  anchor: null,
})
