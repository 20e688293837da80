import { readPersonalFiles, writePersonalFiles } from '@helpdesk/auth'
import { useEffect, useState } from 'react'
import { readDraft, writeDraft } from './draft-storage'

/** The files of one draft, stored on this device. */
export interface DraftFiles {
  /** How many were stored: a list reserves their space while they load. */
  expected: number
  /** The stored files; fewer than expected when the browser has lost some. */
  read: () => Promise<File[]>
  save: (files: readonly File[]) => void
}

/** Some browsers never open IndexedDB: a form does not wait longer than this. */
const READ_TIMEOUT_MS = 2_000
const noFilesInTime = () => new Promise<File[]>((resolve) => setTimeout(resolve, READ_TIMEOUT_MS, []))

/**
 * @param storageKey of the draft that the files belong to; null without a user
 * @param expected how many files the draft has, as stored with it: without any, IndexedDB is not opened
 * @param storeCount stores how many files there are now
 */
export const createDraftFiles = (
  storageKey: string | null,
  expected: number,
  storeCount: (count: number) => void,
): DraftFiles => ({
  expected,
  read: async () =>
    storageKey && expected > 0 ? Promise.race([readPersonalFiles(storageKey), noFilesInTime()]) : [],
  save: (files) => {
    storeCount(files.length)
    if (storageKey) void writePersonalFiles(storageKey, files)
  },
})

/** The files of a plain text draft, which has no room for their number: it is stored in an entry of its own. */
export function createTextDraftFiles(storageKey: string | null): DraftFiles {
  const countKey = `${storageKey}:files`
  const expected = storageKey ? Number(readDraft(countKey)) || 0 : 0
  return createDraftFiles(storageKey, expected, (count) => {
    if (storageKey) writeDraft(countKey, count > 0 ? String(count) : '')
  })
}

/**
 * The chosen files of a form, stored on every change.
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
  const change = (next: readonly File[]) => {
    setFiles(next)
    setLost(false)
    stored.save(next)
  }
  return { files, setFiles: change, lost }
}
