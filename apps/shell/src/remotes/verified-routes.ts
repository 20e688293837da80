import type { Release } from '@helpdesk/remote-contract/registry'
import type { RouteObject } from 'react-router-dom'
import { verifyFiles } from './integrity'

/** Routes that verify the files of their screen before they load it. */
export function withVerifiedFiles(routes: RouteObject[], release: Release): RouteObject[] {
  return routes.map((route) => {
    const { lazy, path } = route
    const listed = release.routes.find((screen) => screen.path === path)
    if (typeof lazy !== 'function' || !listed) return route
    return {
      ...route,
      lazy: async () => {
        await verifyFiles(release, listed.files)
        return lazy()
      },
    }
  })
}
