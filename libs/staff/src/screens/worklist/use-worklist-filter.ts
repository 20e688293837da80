import { useSearchParams } from '@helpdesk/ui/router'
import { DEFAULT_WORKLIST, withWorklist, worklistOf, type WorklistFilter } from '../../model/worklist'
import { SEARCH_MAX } from '@helpdesk/tickets/model/limits'
import { excessOf, useSearchBox } from '@helpdesk/ui'
import { useEffect, useRef } from 'react'

/** Keeps the filter in the address, so that reload, Back and a shared link give the same list. */
export function useWorklistFilter() {
  const [params, setParams] = useSearchParams()
  const filter = worklistOf(params)
  // The router gives an updater the address of the last render, which lacks a change made just before.
  const pending = useRef<Partial<WorklistFilter>>({})
  useEffect(() => {
    pending.current = {}
  }, [params])
  const change = (part: Partial<WorklistFilter>) => {
    const changes = (pending.current = { ...pending.current, ...part })
    setParams((now) => withWorklist(now, { ...worklistOf(now), ...changes }), { replace: true })
  }
  // Another text may be corrected again.
  const { search, setSearch } = useSearchBox(filter.search, (text) => {
    if (excessOf(text, SEARCH_MAX) === 0) change({ search: text, asTyped: false })
  })
  const clear = () => {
    setSearch('')
    // The order stays: it hides nothing.
    change({ ...DEFAULT_WORKLIST, sort: filter.sort, ascending: filter.ascending })
  }
  return { filter, change, clear, search, setSearch }
}
