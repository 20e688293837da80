/** Which rows of a list are chosen, and where the keyboard stands. Ids outlive paging, filters reset it. */
export interface Selection {
  chosen: ReadonlySet<string>
  /** Where a range starts: the last row that was chosen or let go by itself. */
  anchor: string | null
  /** The row that the keyboard stands on. */
  cursor: string | null
}

/** One call of the server takes no more. */
export const SELECTION_MAX = 200

export const NOTHING_SELECTED: Selection = { chosen: new Set(), anchor: null, cursor: null }

const bounded = (ids: Iterable<string>): ReadonlySet<string> =>
  new Set([...new Set(ids)].slice(0, SELECTION_MAX))

/** `x`, or a click on the checkbox: chooses a row or lets it go, and a range may start there. */
export function toggleRow(selection: Selection, id: string): Selection {
  const chosen = new Set(selection.chosen)
  if (!chosen.delete(id)) chosen.add(id)
  return { chosen: bounded(chosen), anchor: id, cursor: id }
}

/**
 * Shift and click: the rows from the anchor to this one take the state that the anchor has.
 * @param order ids of the loaded rows, as they are shown
 */
export function toggleRange(selection: Selection, order: readonly string[], id: string): Selection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor)
  const to = order.indexOf(id)
  if (from < 0 || to < 0 || from === to) return toggleRow(selection, id)
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1)
  const choose = selection.anchor !== null && selection.chosen.has(selection.anchor)
  const chosen = new Set(selection.chosen)
  for (const each of range) {
    if (choose) chosen.add(each)
    else chosen.delete(each)
  }
  return { chosen: bounded(chosen), anchor: selection.anchor, cursor: id }
}

/**
 * Arrow keys: the cursor goes `by` rows, and stays in the list.
 * @param extend shift is held: what the cursor passes is chosen; going back towards the anchor lets go again
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
  const span = (end: number) => order.slice(Math.min(start, end), Math.max(start, end) + 1)
  const chosen = new Set(selection.chosen)
  for (const id of span(at)) chosen.delete(id)
  return { chosen: bounded([...span(to), ...chosen]), anchor, cursor }
}

/** The checkbox of the header: all loaded rows, as many as one call takes; or none. */
export const toggleAll = (selection: Selection, order: readonly string[]): Selection =>
  selection.chosen.size > 0 ? clearChosen(selection) : { ...selection, chosen: bounded(order) }

export const clearChosen = (selection: Selection): Selection => ({
  ...selection,
  chosen: NOTHING_SELECTED.chosen,
  anchor: null,
})
