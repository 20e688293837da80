import type { RouteHandle } from '@helpdesk/remote-contract'
import type { Release } from '@helpdesk/remote-contract/registry'
import type { ComponentType } from 'react'
import { verifyFiles } from './integrity'
import { runningReleases } from './running-releases'
import { screens } from './verified-routes'

const prepared = new Set<Release>()

/**
 * Loads and verifies the files of all listed screens of the running releases, so that the next screen opens at once:
 * screen by screen while the browser is idle, the files of each in parallel. Pages of one item come first, and their
 * code is run: a list leads to them. Not where the user saves data.
 * @param prerender - renders a screen unseen
 */
export async function prepareScreens(prerender: (Screen: ComponentType) => void): Promise<void> {
  if (savesData()) return
  for (const release of runningReleases) {
    if (prepared.has(release)) continue
    prepared.add(release)
    const items = release.routes.filter(isItem)
    for (const { files } of items) await whenIdle(() => verifyFiles(release, files))
    for (const item of items)
      await whenIdle(async () => {
        const screen = screens.get(item)
        if (!screen) return
        screen.loaded = await screen.load()
        const handle: RouteHandle | undefined = screen.loaded.handle
        if (handle?.Prerender) prerender(handle.Prerender)
      })
    for (const screen of release.routes)
      if (!isItem(screen)) await whenIdle(() => verifyFiles(release, screen.files))
  }
}

const isItem = ({ path }: Release['routes'][number]) => /[:<]/.test(path)

async function whenIdle(load: () => Promise<void>): Promise<void> {
  await new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve))
  // a screen that needs the file will say so
  await load().catch((error: unknown) => console.error(error))
}

const savesData = (): boolean =>
  'connection' in navigator && Reflect.get(Object(navigator.connection), 'saveData') === true
