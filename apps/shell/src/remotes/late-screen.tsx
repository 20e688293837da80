import { useEffect, useState, type ComponentType } from 'react'
import type { LazyRouteFunction, RouteObject } from 'react-router-dom'
import { StillLoading } from './StillLoading'

/** What a route's `lazy` resolves to. */
export type Screen = Awaited<ReturnType<LazyRouteFunction<RouteObject>>>

type Outcome = { screen: Screen } | { error: unknown }

/** A component that stands in for a screen that is still loading, and renders it once it has arrived. */
export function lateScreen(load: Promise<Screen>): ComponentType {
  return function LateScreen() {
    const [outcome, setOutcome] = useState<Outcome | null>(null)
    useEffect(() => {
      load.then(
        (screen) => setOutcome({ screen }),
        (error: unknown) => setOutcome({ error }),
      )
    }, [])
    if (!outcome) return <StillLoading />
    // the route's error screen shows it
    if ('error' in outcome) throw outcome.error
    const { Component, element } = outcome.screen
    return Component ? <Component /> : element
  }
}
