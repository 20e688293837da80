import type { Release } from '@helpdesk/remote-contract/registry'
import { MissingChunkError } from '../app/missing-chunk'

/** Addresses that were verified; the browser keeps their modules. */
const verified = new Map<string, Promise<void>>()
/** Hashes of the files of running releases, by address. */
const hashes = new Map<string, string>()

declare global {
  /** For the remotes' builds, which call it before each dynamic import; see `build/verified-imports.mjs`. */
  var helpdeskVerify: ((addresses: string[]) => Promise<void>) | undefined
  /** For scripts that a remote runs otherwise, such as workers: its code compares them; see `trusted-worker.ts`. */
  var helpdeskIntegrity: ((address: string) => string) | undefined
}

/** Makes the hashes of a release known, so that its later imports are compared with them. Call it before its code runs. */
export function expectFiles(release: Release): void {
  for (const [file, hash] of Object.entries(release.files)) hashes.set(addressOf(release, file), hash)
  globalThis.helpdeskVerify = async (addresses) => {
    await Promise.all(addresses.map((address) => verify(address, hashes.get(address))))
  }
  // development servers run beside releases and have no hashes
  if (!import.meta.env.DEV)
    globalThis.helpdeskIntegrity = (address) => {
      const hash = hashes.get(address)
      if (!hash) throw missingHash(address)
      return hash
    }
}

const missingHash = (address: string) => new MissingChunkError(`${address} has no hash in /portal.json`)

const addressOf = ({ base }: Release, file: string): string =>
  new URL(file, new URL(base, location.href)).href

/**
 * Fetches modules of a release and compares them with its hashes. `import()` then uses the verified modules.
 *
 * Never import an address whose verification failed: some browsers forget the failure and fetch the address again,
 * without the hash (Chromium 156, and the headless shell 150). Others keep it until the page is reloaded, as the HTML
 * standard asked for until 2026 (Chromium 150); see {@link areDelivered}. A module that the page has loaded before is
 * not compared again, so whoever preloads a remote's module has to give its hash.
 *
 * @param files - style sheets are skipped: the import that needs one loads it
 * @param query - added to the entry's address, to reload it
 * @throws MissingChunkError when a file has no hash, cannot be loaded or differs
 */
export async function verifyFiles(release: Release, files: readonly string[], query = ''): Promise<void> {
  const modules = files.filter((file) => file.endsWith('.js'))
  await Promise.all(
    modules.map((file) => {
      const address = addressOf(release, file) + (file === release.entry ? query : '')
      return verify(address, release.files[file])
    }),
  )
}

/** Whether the server delivers files now, whatever the browser remembers of them. Also mends the HTTP cache. */
export const areDelivered = (release: Release, files: readonly string[]): Promise<boolean> =>
  Promise.all(
    files.map(async (file) => {
      const integrity = release.files[file]
      return integrity && (await fetch(addressOf(release, file), { integrity, cache: 'reload' })).ok
    }),
  ).then(
    (answers) => answers.every(Boolean),
    () => false,
  )

function verify(address: string, integrity: string | undefined): Promise<void> {
  const known = verified.get(address)
  if (known) return known
  const check = integrity ? preloadOrMend(address, integrity) : Promise.reject(missingHash(address))
  verified.set(address, check)
  // a later attempt fetches again
  check.catch(() => verified.delete(address))
  return check
}

/**
 * Takes a file again past the HTTP cache when it is not the released one: a wrong body that was cached as immutable, such
 * as a proxy's page, would otherwise stay for a year. Where the browser holds on to the failure, the next page load has it.
 */
async function preloadOrMend(href: string, integrity: string): Promise<void> {
  try {
    await preload(href, integrity)
  } catch (failure) {
    const again = await fetch(href, { integrity, cache: 'reload' }).catch(() => null)
    if (!again?.ok) throw failure
    await preload(href, integrity)
  }
}

function preload(href: string, integrity: string): Promise<void> {
  const isStyle = href.endsWith('.css')
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), {
      rel: isStyle ? 'stylesheet' : 'modulepreload',
      href,
      integrity,
      crossOrigin: 'anonymous',
    })
    const settle = (act: () => void) => () => {
      if (!isStyle) link.remove()
      act()
    }
    link.onload = settle(resolve)
    link.onerror = settle(() =>
      reject(new MissingChunkError(`${href} could not be loaded, or differs from its hash`)),
    )
    document.head.append(link)
  })
}
