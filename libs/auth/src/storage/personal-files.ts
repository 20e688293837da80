import { hasSignedOut } from '../session/sign-out-marker'
import { ownerOf } from './personal-storage'

const DATABASE = 'helpdesk-drafts'
const STORE = 'files'

/** The files stored under a key of {@link personalKey}; none when there are none or storage is unavailable. */
export async function readPersonalFiles(key: string): Promise<File[]> {
  const stored = await inStore('readonly', (store) => store.get(key))
  return Array.isArray(stored) ? stored.filter((each) => each instanceof File) : []
}

/** Stores unsent files on this device, and resolves once they would survive a crash of the page. Removes them when the list is empty or the owner has signed out. */
export async function writePersonalFiles(key: string, files: readonly File[]): Promise<void> {
  const kept = hasSignedOut(ownerOf(key)) ? [] : files
  await inStore('readwrite', (store) => (kept.length > 0 ? store.put([...kept], key) : store.delete(key)))
}

/** The names of all unsent files of a user. */
export async function listPersonalFiles(userId: string): Promise<string[]> {
  const stored = await inStore('readonly', (store) => store.getAll(keysOf(userId)))
  const files: unknown[] = Array.isArray(stored) ? stored.flat() : []
  return files.flatMap((each) => (each instanceof File ? [each.name] : []))
}

/**
 * Removes files of a user that no record names: their page ended before it could record or remove them.
 * @param isRecorded whether a key is still named by a record of this device, asked once per key
 */
export async function prunePersonalFiles(
  userId: string,
  isRecorded: (key: string) => boolean,
): Promise<void> {
  await inStore('readwrite', (store) => {
    const found = store.getAllKeys(keysOf(userId))
    // In the same transaction, so that a file stored meanwhile is not removed.
    found.addEventListener('success', () => {
      for (const key of found.result) if (!isRecorded(String(key))) store.delete(key)
    })
    return found
  })
}

/** Removes all unsent files of a user. */
export async function erasePersonalFiles(userId: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(keysOf(userId)))
}

/** Removes the unsent files of all other users, also those of which no text storage knows. */
export async function erasePersonalFilesOfOthers(userId: string): Promise<void> {
  if (!(await hasDatabase())) return
  await inStore('readwrite', (store) => {
    const { lower, upper } = keysOf(userId)
    store.delete(IDBKeyRange.upperBound(lower, true))
    return store.delete(IDBKeyRange.lowerBound(upper, true))
  })
}

/** False where no file was ever kept: opening the database would create it. */
const hasDatabase = async (): Promise<boolean> => {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === DATABASE)
  } catch {
    // Old browsers cannot list their databases.
    return true
  }
}

function keysOf(userId: string): IDBKeyRange {
  const prefix = `helpdesk-draft:${userId}:`
  return IDBKeyRange.bound(prefix, `${prefix}\uffff`)
}

/** Runs one request to IndexedDB, which may be full or blocked; files are then kept for the life of the page only. */
async function inStore(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  try {
    const opening = indexedDB.open(DATABASE, 1)
    opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE)
    const database = await settled(opening)
    try {
      const transaction = database.transaction(STORE, mode)
      const request = settled(work(transaction.objectStore(STORE)))
      const [result] = await Promise.all([request, mode === 'readwrite' && committed(transaction)])
      return result
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB is unavailable'))
  })

/** A request may succeed in a transaction that the end of the page undoes. */
const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB is full'))
  })
