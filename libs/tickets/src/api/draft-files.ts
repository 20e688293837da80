import { hasDeparted } from '@helpdesk/auth'

const DATABASE = 'helpdesk-drafts'
const STORE = 'files'

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The browser keeps its storage closed'))
  })

/** One request to the store. Storage may be full or closed to us; files then live as long as the page. */
async function inStore(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  try {
    const opening = indexedDB.open(DATABASE, 1)
    opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE)
    const database = await settled(opening)
    try {
      return await settled(work(database.transaction(STORE, mode).objectStore(STORE)))
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

/** The files that were chosen for a draft and not sent; see `draftStorageKey` for the key. */
export async function readDraftFiles(key: string): Promise<File[]> {
  const stored = await inStore('readonly', (store) => store.get(key))
  return Array.isArray(stored) ? stored.filter((each) => each instanceof File) : []
}

/** Keeps the files of a draft on this device, beside its text; no files take them away. */
export async function writeDraftFiles(key: string, files: readonly File[]): Promise<void> {
  const kept = hasDeparted(key.split(':')[1]) ? [] : files
  await inStore('readwrite', (store) => (kept.length > 0 ? store.put([...kept], key) : store.delete(key)))
}

/** Takes away every file that this person has chosen and not sent: at sign-out, also from a shared computer. */
export async function forgetDraftFiles(userId: string): Promise<void> {
  const prefix = `helpdesk-draft:${userId}:`
  await inStore('readwrite', (store) => store.delete(IDBKeyRange.bound(prefix, `${prefix}\uffff`)))
}
