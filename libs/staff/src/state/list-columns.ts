import { updatePreferences, useAuth } from '@helpdesk/auth'
import { toast } from '@helpdesk/ui'
import { failureText } from '@helpdesk/tickets/model/errors'
import { useRef, useState } from 'react'
import {
  DEFAULT_COLUMNS,
  readColumns,
  sized,
  type ChosenColumns,
  type ListColumn,
} from '../model/list-columns'
import * as texts from './texts'

/** Lists that are no views, under the names of the person's preferences. */
export type ListName = 'assigned' | 'unassigned' | 'all'

/** The columns of a list and how to change them. */
export interface ListColumns {
  columns: ChosenColumns
  /** Shows other columns at once and saves them; null are the usual ones. Absent for those who may not. */
  change?: (columns: ChosenColumns | null) => void
  /** Gives a column a width in pixels; undefined is its usual one. */
  size?: (id: ListColumn, width: number | undefined) => void
}

/**
 * Columns that are changed at once and saved afterwards; when they cannot be saved, the earlier ones are shown again.
 * @param saved as they are stored @param save null are the usual ones
 */
export function useShownAtOnce(saved: unknown, save: (columns: ChosenColumns | null) => Promise<unknown>) {
  const [pending, setPending] = useState<ChosenColumns | null>()
  const latest = useRef(0)
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  async function change(columns: ChosenColumns | null): Promise<void> {
    const request = ++latest.current
    setPending(columns)
    // one after another: the last choice is the one that stays
    const run = saving.current.then(() => (request === latest.current ? save(columns) : undefined))
    saving.current = run.catch(() => undefined)
    try {
      await run
    } catch (error) {
      toast({ type: 'error', title: texts.columnsNotSaved, description: failureText(error) })
    }
    // a later change is shown until it is saved
    if (request === latest.current) setPending(undefined)
  }
  const columns = (pending === undefined ? readColumns(saved) : pending) ?? DEFAULT_COLUMNS
  return {
    columns,
    change: (next: ChosenColumns | null) => void change(next),
    size: (id: ListColumn, width: number | undefined) => void change(sized(columns, id, width)),
  }
}

/** The reader's columns of a list that is no view. */
export function usePersonalColumns(list: ListName): ListColumns {
  const chosen = useAuth().profile?.preferences.columns
  return useShownAtOnce(chosen?.[list], (columns) => {
    const others = Object.entries(chosen ?? {}).filter(([name]) => name !== list)
    const next = columns ? [...others, [list, columns.map((each) => ({ ...each }))] as const] : others
    return updatePreferences({ columns: Object.fromEntries(next) })
  })
}
