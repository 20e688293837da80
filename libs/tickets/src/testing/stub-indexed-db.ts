import { vi } from 'vitest'

/**
 * Stubs the part of IndexedDB that a single object store needs.
 * @returns the stored values by key
 */
export function stubIndexedDB(): Map<IDBValidKey, unknown> {
  const kept = new Map<IDBValidKey, unknown>()
  const request = (result: unknown) => {
    const created = Object.assign(new EventTarget(), {
      result,
      onsuccess: () => {},
      onupgradeneeded: () => {},
    })
    setTimeout(() => {
      created.dispatchEvent(new Event('success'))
      created.onsuccess()
    })
    return created
  }
  const isIn = ([from, to]: [string, string], key: IDBValidKey) => String(key) >= from && String(key) <= to
  const store = {
    get: (key: IDBValidKey) => request(kept.get(key)),
    put: (value: unknown, key: IDBValidKey) => request(kept.set(key, value)),
    delete: (key: IDBValidKey) => request(kept.delete(key)),
    getAllKeys: (range: [string, string]) => request([...kept.keys()].filter((key) => isIn(range, key))),
  }
  const transaction = () => {
    const created = { objectStore: () => store, oncomplete: () => {} }
    // After the requests, which are made before the next timer.
    setTimeout(() => setTimeout(() => created.oncomplete()))
    return created
  }
  const database = { transaction, close: () => {} }
  vi.stubGlobal('indexedDB', { open: () => request(database), databases: async () => [{}] })
  vi.stubGlobal('IDBKeyRange', { bound: (from: string, to: string) => [from, to] })
  return kept
}
