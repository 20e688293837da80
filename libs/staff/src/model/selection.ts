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

/** In an order of ids: here are rows that are not at hand. No range reaches over it, and no cursor stands on it. */
export const GAP = ''

const bounded = (ids: Iterable<string>): ReadonlySet<string> => {
  const all = new Set(ids)
  all.delete(GAP)
  return new Set([...all].slice(0, SELECTION_MAX))
}

/** The rows between two places, both included, in the list's order; as far as they are at hand, seen from `from`. */
function stretch(order: readonly string[], from: number, to: number): string[] {
  const step = from <= to ? 1 : -1
  const ids: string[] = []
  for (let at = from; at !== to + step && order[at] !== GAP; at += step) ids.push(order[at] ?? GAP)
  return step > 0 ? ids : ids.reverse()
}

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
  const range = stretch(order, from, to)
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
  if (cursor === GAP) return selection
  if (!extend || at < 0 || selection.cursor === null) return { ...selection, cursor }
  const anchor =
    selection.anchor !== null && order.includes(selection.anchor) ? selection.anchor : selection.cursor
  const start = order.indexOf(anchor)
  const span = (end: number) => stretch(order, start, end)
  const chosen = new Set(selection.chosen)
  for (const id of span(at)) chosen.delete(id)
  return { chosen: bounded([...span(to), ...chosen]), anchor, cursor }
}

/** The checkbox of the header: all loaded rows, as many as one call takes; or none. */
export const toggleAll = (selection: Selection, order: readonly string[]): Selection =>
  selection.chosen.size > 0 ? clearChosen(selection) : { ...selection, chosen: bounded(order) }

/** These are no longer chosen. */
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
