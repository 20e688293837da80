/** Web storage that never throws: browsers may block it, fill it up, or lack it (Node). */
export interface BrowserStorage {
  /** The stored text; null when there is none or storage is unavailable. */
  read(key: string): string | null
  /** The stored value parsed as JSON and otherwise unchecked; null when there is none or it is not JSON. */
  readJson(key: string): unknown
  /**
   * Stores a text; null removes the entry.
   * @returns false when storage is full or unavailable
   */
  write(key: string, value: string | null): boolean
  /** All keys, including those of other modules. */
  keys(): string[]
}

/** Shared by all tabs of this origin, until it is removed. */
export const localStore: BrowserStorage = /* @__PURE__ */ createStore(() => globalThis.localStorage)

/** Private to this tab, until it is closed. */
export const sessionStore: BrowserStorage = /* @__PURE__ */ createStore(() => globalThis.sessionStorage)

function createStore(open: () => Storage): BrowserStorage {
  /** Accessing the storage itself throws when it is blocked. */
  function attempt<T>(access: (storage: Storage) => T, fallback: T): T {
    try {
      return access(open())
    } catch {
      return fallback
    }
  }
  return {
    read: (key) => attempt((storage) => storage.getItem(key), null),
    readJson: (key) => attempt<unknown>((storage) => JSON.parse(storage.getItem(key) ?? 'null'), null),
    write: (key, value) =>
      attempt((storage) => {
        if (value === null) storage.removeItem(key)
        else storage.setItem(key, value)
        return true
      }, false),
    keys: () => attempt((storage) => Object.keys(storage), []),
  }
}
