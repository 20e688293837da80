import type { Changes, watchChanges } from './changes'

export type { Changes }
type Listener = (changes: Changes) => Promise<void> | void
type Shows = (ticketIds: readonly string[]) => boolean

/** Milliseconds until code that could not be loaded is asked for again. */
const RELOAD_MS = 30_000

// One watch per page: this library has one instance, which the shell and all remotes share.
const listeners: Listener[] = []
let stop: (() => void) | undefined
let shows: Shows = () => true
let watch: ReturnType<typeof watchChanges> | undefined

/**
 * Tells the listener which tickets changed, from now on. Two remotes on one page apply the same changes to the same
 * cache, so only the latest listener is called.
 * @returns stops it
 */
export function followChanges(listener: Listener): () => void {
  listeners.push(listener)
  if (listeners.length === 1) start()
  return () => {
    listeners.splice(listeners.indexOf(listener), 1)
    if (listeners.length === 0) stop?.()
  }
}

/**
 * Asks for changes of tickets that the page shows before those of others, which may wait for 500 ms.
 * @param test - whether the page shows one of these tickets
 */
export const askFirstFor = (test: Shows) => void (shows = test)

/** True while the changes of others arrive, as of the last question: reading a list again would bring nothing new. */
export const followsChanges = (): boolean => watch?.isUpToDate() ?? false

function start(): void {
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  stop = () => {
    stopped = true
    clearTimeout(timer)
    watch?.stop()
    watch = undefined
  }
  // Loaded after the first screen.
  const load = () =>
    void import('./changes').then(
      ({ watchChanges }) => {
        if (!stopped)
          watch = watchChanges(
            (changes) => listeners.at(-1)?.(changes),
            (ids) => shows(ids),
          )
      },
      () => {
        // A connection that was lost for a moment; or files that a later release deleted: then the page reads on return and
        // after its own changes, as without this.
        if (!stopped) timer = setTimeout(load, RELOAD_MS)
      },
    )
  load()
}
