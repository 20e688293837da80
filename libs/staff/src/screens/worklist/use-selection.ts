import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import {
  NOTHING_SELECTED,
  chooseListed,
  toggleAll,
  toggleRange,
  toggleRow,
  withoutRows,
  type Selection,
} from '../../model/selection'

/**
 * The selection and stable commands to change it.
 * @param rows the list in display order
 * @param list identifies the list; another one starts with an empty selection
 */
export function useSelection(rows: readonly TicketSummary[] | undefined, list: string) {
  const [selection, setSelection] = useState<Selection>(NOTHING_SELECTED)
  const latest = useRef(rows)
  const listKey = useRef(list)
  useEffect(() => {
    latest.current = rows
    listKey.current = list
  })
  // Another filter is another list: a bulk change must not include hidden rows.
  const [listed, setListed] = useState(list)
  if (listed !== list) {
    setListed(list)
    setSelection(NOTHING_SELECTED)
  }
  const order = useCallback(() => latest.current?.map(({ id }) => id) ?? [], [])
  const commands = useMemo(
    () => ({
      /** @param range shift is held: selects from the anchor to this row */
      choose: (id: string, range: boolean) =>
        setSelection((now) => (range ? toggleRange(now, order(), id) : toggleRow(now, id))),
      chooseAll: () => setSelection((now) => toggleAll(now, order())),
      /** Extends "select all" to tickets that are not loaded. @param from the list that has the ids */
      chooseListed: (from: string, ids: readonly string[]) =>
        setSelection((now) => (from === listKey.current ? chooseListed(now, ids) : now)),
      /** Deselects tickets that were changed; refused and newly selected ones stay. */
      deselect: (ids: readonly string[]) => setSelection((now) => withoutRows(now, ids)),
      /** Puts the cursor on a row. */
      moveTo: (id: string) => setSelection((now) => ({ ...now, cursor: id })),
      /** For keyboard commands. */
      change: setSelection,
    }),
    [order],
  )
  /** True for rows that stay in the list although they no longer match it. */
  const isInUse = ({ id }: Pick<TicketSummary, 'id'>): boolean =>
    selection.chosen.has(id) || id === selection.cursor || id === selection.anchor
  return { selection, isInUse, ...commands }
}
