import { readPersonalFiles, writePersonalFiles } from '@helpdesk/auth'
import { useEffect, useState } from 'react'
import { updateOwner } from './draft-owner'
import { readDraft, writeDraft } from './draft-storage'

/** The files of one draft, stored on this device. */
export interface DraftFiles {
  /** Number of stored files: a list reserves their space while they load. */
  expected: number
  /** The stored files; fewer than expected when the browser has lost some. */
  read: () => Promise<File[]>
  save: (files: readonly File[]) => void
  /** Calls `listener` when another tab has sent or removed them. @returns the unsubscribe function */
  onGone?: (listener: () => void) => () => void
}

/** Some browsers never open IndexedDB, and a form must not wait for it forever. */
const READ_TIMEOUT_MS = 2_000
const noFilesAfterTimeout = () => new Promise<File[]>((resolve) => setTimeout(resolve, READ_TIMEOUT_MS, []))

/**
 * Stores the files of a draft.
 * @param storageKey key of the draft that the files belong to; null without a user
 * @param expected number of files stored with the draft; with 0, IndexedDB is not opened
 * @param storeCount stores the current number of files
 */
export const createDraftFiles = (
  storageKey: string | null,
  expected: number,
  storeCount: (count: number) => void,
): DraftFiles => ({
  expected,
  read: async () =>
    storageKey && expected > 0 ? Promise.race([readPersonalFiles(storageKey), noFilesAfterTimeout()]) : [],
  save: (files) => {
    storeCount(files.length)
    if (!storageKey) return
    updateOwner(storageKey)
    void writePersonalFiles(storageKey, files)
  },
})

/** Stores the files of a plain text draft. Their count needs an entry of its own, because the draft is only text. */
export function createTextDraftFiles(storageKey: string | null): DraftFiles {
  const countKey = `${storageKey}:files`
  const expected = storageKey ? Number(readDraft(countKey)) || 0 : 0
  const files = createDraftFiles(storageKey, expected, (count) => {
    if (storageKey) writeDraft(countKey, count > 0 ? String(count) : '')
  })
  return {
    ...files,
    onGone(listener) {
      const onStorage = ({ key, newValue }: StorageEvent) => {
        if (key === countKey && newValue === null) listener()
      }
      addEventListener('storage', onStorage)
      return () => removeEventListener('storage', onStorage)
    },
  }
}

/**
 * Holds the chosen files of a form and stores them on every change.
 * @param stored must stay the same object while the form is open
 * @returns the files (undefined while stored ones load), their setter, and whether the browser lost some
 */
export function useDraftFiles(stored: DraftFiles) {
  const { expected } = stored
  const [files, setFiles] = useState<readonly File[] | undefined>(expected > 0 ? undefined : [])
  const [lost, setLost] = useState(false)
  useEffect(() => {
    let current = true
    void stored.read().then((restored) => {
      if (!current) return
      setFiles((now) => now ?? restored)
      setLost(restored.length < expected)
    })
    return () => {
      current = false
    }
  }, [stored, expected])
  useEffect(() => stored.onGone?.(() => setFiles([])), [stored])
  const change = (next: readonly File[]) => {
    setFiles(next)
    setLost(false)
    stored.save(next)
  }
  return { files, setFiles: change, lost }
}
