import { useSearchParams } from '@helpdesk/ui/router'
import { useEffect, useRef } from 'react'

/**
 * The address's search parameters, and a function that replaces them. The router gives an updater those of the last
 * render, so that a second change before the next render would take the first one back; this one gives it the latest.
 */
export function useLatestParams() {
  const [params, setParams] = useSearchParams()
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
  }, [params])
  const replaceParams = (next: (now: URLSearchParams) => URLSearchParams) => {
    latest.current = next(latest.current)
    setParams(latest.current, { replace: true, preventScrollReset: true })
  }
  return [params, replaceParams] as const
}
