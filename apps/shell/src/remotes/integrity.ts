import type { Release } from '@helpdesk/remote-contract/registry'
import { MissingChunkError } from '../app/missing-chunk'

/** Addresses that were verified; the browser keeps their modules. */
const verified = new Map<string, Promise<void>>()

/**
 * Fetches modules of a release and compares them with its hashes. `import()` then uses the verified modules.
 *
 * Never import an address whose verification failed: Chromium forgets the failure and fetches the address again,
 * without the hash (tried with 156; the journey `release-integrity` proves it). A module that the page has loaded
 * before is not compared again, so whoever preloads a remote's module has to give its hash.
 *
 * @param files - style sheets are skipped
 * @param query - added to the entry's address, to reload it
 * @throws MissingChunkError when a file has no hash, cannot be loaded or differs
 */
export async function verifyFiles(release: Release, files: readonly string[], query = ''): Promise<void> {
  const modules = files.filter((file) => file.endsWith('.js'))
  await Promise.all(
    modules.map((file) => {
      const address = new URL(file, new URL(release.base, location.href))
      if (file === release.entry) address.search = query
      return verify(address.href, release.files[file])
    }),
  )
}

function verify(address: string, integrity: string | undefined): Promise<void> {
  const known = verified.get(address)
  if (known) return known
  const check = integrity
    ? preload(address, integrity)
    : Promise.reject(new MissingChunkError(`${address} has no hash in /portal.json`))
  verified.set(address, check)
  // a later attempt fetches again
  check.catch(() => verified.delete(address))
  return check
}

function preload(href: string, integrity: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), {
      rel: 'modulepreload',
      href,
      integrity,
      crossOrigin: 'anonymous',
    })
    const settle = (act: () => void) => () => {
      link.remove()
      act()
    }
    link.onload = settle(resolve)
    link.onerror = settle(() =>
      reject(new MissingChunkError(`${href} could not be loaded, or differs from its hash`)),
    )
    document.head.append(link)
  })
}

/**
 * Loads and verifies the files of the other listed screens one by one while the browser is idle, so that the next
 * screen opens at once. Not where the user saves data.
 */
export async function prepareScreens(release: Release): Promise<void> {
  if (savesData()) return
  for (const file of new Set(release.routes.flatMap(({ files }) => files))) {
    await new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve))
    // a screen that needs the file will say so
    await verifyFiles(release, [file]).catch((error: unknown) => console.error(error))
  }
}

const savesData = (): boolean =>
  'connection' in navigator && Reflect.get(Object(navigator.connection), 'saveData') === true
