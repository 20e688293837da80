import type { Release } from '@helpdesk/remote-contract/registry'
import { verifyFiles } from './integrity'
import { runningReleases } from './running-releases'

const prepared = new Set<Release>()

/**
 * Loads and verifies the files of all listed screens of the running releases, so that the next screen opens at once:
 * screen by screen while the browser is idle, the files of each in parallel. Not where the user saves data.
 */
export async function prepareScreens(): Promise<void> {
  if (savesData()) return
  for (const release of runningReleases) {
    if (prepared.has(release)) continue
    prepared.add(release)
    for (const { files } of nextScreensFirst(release.routes)) {
      await new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve))
      // a screen that needs the file will say so
      await verifyFiles(release, files).catch((error: unknown) => console.error(error))
    }
  }
}

/** Pages of one item come first: a list leads to them. */
function nextScreensFirst(routes: Release['routes']): Release['routes'] {
  const isItem = ({ path }: Release['routes'][number]) => /[:<]/.test(path)
  return [...routes.filter(isItem), ...routes.filter((route) => !isItem(route))]
}

const savesData = (): boolean =>
  'connection' in navigator && Reflect.get(Object(navigator.connection), 'saveData') === true
