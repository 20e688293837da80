/** What a built remote's `remoteEntry.js` exports. */
export interface RemoteEntry {
  /** The packages that the remote is built without, each with the version that it is built against. */
  shared: Readonly<Record<string, string>>
  /** Its exposed module. */
  routes(): Promise<{ default?: unknown }>
}

/** A package that the page shares. */
export interface Shared {
  version: string
  module: object
}

/** The page does not share a package in a version that the remote was built against. */
export class SharedVersionError extends Error {
  constructor(name: string, version: string) {
    super(`${name} is not shared in a version that fits ${version}`)
    this.name = 'SharedVersionError'
  }
}

/** Where the modules of the remotes find what they are built without: a global, as each is a file of its own. */
const HELD = '__HELPDESK_SHARED__'

/**
 * Hands a remote the packages that it is built without; comes before its first module runs.
 * @throws SharedVersionError when one is missing, or only there in an older or incompatible version
 */
export function hand(offered: Readonly<Record<string, Shared>>, wanted: RemoteEntry['shared']): void {
  const handed = Object.entries(wanted).map(([name, version]) => {
    const offer = offered[name]
    if (!offer || !fits(offer.version, version)) throw new SharedVersionError(name, version)
    return [name, offer.module] as const
  })
  const before = Reflect.get(globalThis, HELD) as object | undefined
  Reflect.set(globalThis, HELD, { ...before, ...Object.fromEntries(handed) })
}

/** Whether a version satisfies `^wanted`: the first number that is not zero is the same, what follows may be newer. */
export function fits(version: string, wanted: string): boolean {
  const [a = [], b = []] = [version, wanted].map((each) => each.split('.').map(Number))
  const fixed = Math.max(
    b.findIndex((part) => part > 0),
    0,
  )
  const differing = b.findIndex((part, place) => a[place] !== part)
  return differing === -1 || (differing > fixed && (a[differing] ?? 0) > (b[differing] ?? 0))
}
