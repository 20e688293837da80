import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { LongList } from '../../model/long-list'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import {
  NOTHING_SELECTED,
  toggleAll,
  toggleRange,
  toggleRow,
  withoutRows,
  type Selection,
} from '../../model/selection'

/**
 * Which rows are chosen, and the commands that change it; these stay the same functions.
 * @param rows the list, in the order in which it is shown
 * @param list names the list; a choice ends with it
 */
export function useSelection(rows: LongList | undefined, list: string) {
  const [selection, setSelection] = useState<Selection>(NOTHING_SELECTED)
  const latest = useRef(rows)
  useEffect(() => {
    latest.current = rows
  })
  // Another filter is another list: what cannot be seen is not changed along.
  const [listed, setListed] = useState(list)
  if (listed !== list) {
    setListed(list)
    setSelection(NOTHING_SELECTED)
  }
  const order = useCallback(() => latest.current?.ids() ?? [], [])
  const commands = useMemo(
    () => ({
      /** @param range shift is held: everything since the last choice */
      choose: (id: string, range: boolean) =>
        setSelection((now) => (range ? toggleRange(now, order(), id) : toggleRow(now, id))),
      chooseAll: () => setSelection((now) => toggleAll(now, order())),
      /** Lets go of these, such as those that were changed; what was refused, or chosen meanwhile, stays. */
      letGo: (ids: readonly string[]) => setSelection((now) => withoutRows(now, ids)),
      /** For the commands of the keyboard. */
      change: setSelection,
    }),
    [order],
  )
  /** Rows that are in use: the list keeps them, however far away they are. */
  const holds = ({ id }: TicketSummary): boolean =>
    selection.chosen.has(id) || id === selection.cursor || id === selection.anchor
  return { selection, holds, ...commands }
}
