import { useCallback, useMemo, useRef, useState } from 'react'
import type { TicketSummary } from '../../model/rows'
import {
  clearChosen,
  moveCursor,
  NOTHING_SELECTED,
  toggleAll,
  toggleRange,
  toggleRow,
  type Selection,
} from '../../model/selection'

/**
 * Which rows are chosen, and the commands that change it; these stay the same functions.
 * @param tickets the loaded rows, in the order in which they are shown
 */
export function useSelection(tickets: readonly TicketSummary[] | undefined) {
  const [selection, setSelection] = useState<Selection>(NOTHING_SELECTED)
  const latest = useRef(tickets)
  latest.current = tickets
  const order = useCallback(() => (latest.current ?? []).map(({ id }) => id), [])
  const commands = useMemo(
    () => ({
      /** @param range shift is held: everything since the last choice */
      choose: (id: string, range: boolean) =>
        setSelection((now) => (range ? toggleRange(now, order(), id) : toggleRow(now, id))),
      chooseAll: () => setSelection((now) => toggleAll(now, order())),
      /** Keeps these alone, such as those whose change was refused. */
      keep: (ids: readonly string[]) =>
        setSelection((now) => ({ ...clearChosen(now), chosen: new Set(ids) })),
      /** @param extend shift is held: what the cursor passes is chosen */
      move: (by: number, extend: boolean) => setSelection((now) => moveCursor(now, order(), by, extend)),
    }),
    [order],
  )
  return { selection, ...commands }
}
