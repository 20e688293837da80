import { useQueryClient } from '@helpdesk/ui/query'
import { useNavigation } from '@helpdesk/ui/router'
import { useEffect } from 'react'
import { prepareScreens } from './prepare-screens'

const INTERVAL_MS = 200

/** Loads the files of other screens once the shown one has its data. */
export function ScreenPreparation() {
  const { state } = useNavigation()
  const queries = useQueryClient()
  useEffect(() => {
    if (state !== 'idle') return
    const timer = setInterval(() => {
      if (queries.isFetching() > 0) return
      clearInterval(timer)
      void prepareScreens()
    }, INTERVAL_MS)
    return () => clearInterval(timer)
  }, [state, queries])
  return null
}
