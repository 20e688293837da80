import { useQueryClient } from '@helpdesk/ui/query'
import { useNavigation } from '@helpdesk/ui/router'
import { useCallback, useEffect, useState, type ComponentType } from 'react'
import { prepareScreens } from './prepare-screens'
import { Prerender } from './Prerender'

const INTERVAL_MS = 200

/** Prepares other screens once the shown one has its data. */
export function ScreenPreparation() {
  const [screen, setScreen] = useState<{ Screen: ComponentType }>()
  const onRendered = useCallback(() => setScreen(undefined), [])
  const { state } = useNavigation()
  const queries = useQueryClient()
  useEffect(() => {
    if (state !== 'idle') return
    const timer = setInterval(() => {
      if (queries.isFetching() > 0) return
      clearInterval(timer)
      void prepareScreens((Screen) => setScreen({ Screen }))
    }, INTERVAL_MS)
    return () => clearInterval(timer)
  }, [state, queries])
  return screen && <Prerender {...screen} onRendered={onRendered} />
}
