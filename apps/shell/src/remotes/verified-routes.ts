import type { Release } from '@helpdesk/remote-contract/registry'
import type { RouteObject } from 'react-router-dom'
import { verifyFiles } from './integrity'
import { lateScreen, type Screen } from './late-screen'
import { withinLimit } from './within-limit'

interface LoadableScreen {
  load: () => Promise<Screen>
  /** Set where it was loaded ahead of time: the router then opens it in one render. */
  loaded?: Screen
}
/** The screens of running releases, by their entry in the registry. */
export const screens = new Map<Release['routes'][number] | undefined, LoadableScreen>()

/**
 * Routes that verify the listed files of their screen, all at once, before they load it. The router waits for them no longer than the limit:
 * after it, a screen inside the layout waits.
 */
export function withVerifiedFiles(routes: RouteObject[], release: Release): RouteObject[] {
  return routes.map((route) => {
    const { lazy, path } = route
    const listed = release.routes.find((screen) => screen.path === path)
    if (typeof lazy !== 'function') return route
    const screen: LoadableScreen = { load: () => verifyFiles(release, listed?.files ?? []).then(lazy) }
    screens.set(listed, screen)
    return { ...route, lazy: async () => screen.loaded ?? withLateScreen(screen.load()) }
  })
}

/** @throws the reason of a load that failed within the limit */
export async function withLateScreen(load: Promise<Screen>): Promise<Screen> {
  const late = new Error('The screen is still loading')
  return withinLimit(load, () => late).catch((error: unknown) => {
    if (error !== late) throw error
    return { Component: lateScreen(load) }
  })
}
