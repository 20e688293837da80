import { readPersonalFiles, writePersonalFiles } from '@helpdesk/auth'
import { useEffect, useState } from 'react'
import { readDraft, writeDraft } from './local-draft'

/** Keeps the files that were chosen for something unsent on this device. */
export interface FileKeeper {
  /** How many there should be: their room is held while they are on their way. */
  expected: number
  /** The kept ones; fewer than expected when the browser has lost them. */
  read: () => Promise<File[]>
  save: (files: readonly File[]) => void
}

/** A browser that does not open its storage shall not hold a form up. */
const patience = () => new Promise<File[]>((resolve) => setTimeout(resolve, PATIENCE_MS, []))
const PATIENCE_MS = 2_000

/**
 * @param storageKey of the draft that the files belong to; null where nobody is known to keep them for
 * @param expected how many were noted
 * @param note notes how many there are now: without a note the browser's storage is not even opened
 */
export const createFileKeeper = (
  storageKey: string | null,
  expected: number,
  note: (count: number) => void,
): FileKeeper => ({
  expected,
  read: async () =>
    storageKey && expected > 0 ? Promise.race([readPersonalFiles(storageKey), patience()]) : [],
  save: (files) => {
    note(files.length)
    if (storageKey) void writePersonalFiles(storageKey, files)
  },
})

/** A keeper for files whose number is noted beside the draft's text, not in it. */
export function createNotedFileKeeper(storageKey: string | null): FileKeeper {
  const noteKey = `${storageKey}:files`
  const expected = storageKey ? Number(readDraft(noteKey)) || 0 : 0
  return createFileKeeper(storageKey, expected, (count) => {
    if (storageKey) writeDraft(noteKey, count > 0 ? String(count) : '')
  })
}

/**
 * The chosen files of a form, kept as they change.
 * @param keeper the same one for as long as the form is open
 * @returns the files, undefined while kept ones are on their way; how to change them; and whether some that were
 * chosen are gone
 */
export function useKeptFiles(keeper: FileKeeper) {
  const { expected } = keeper
  const [files, setFiles] = useState<readonly File[] | undefined>(expected > 0 ? undefined : [])
  const [lost, setLost] = useState(false)
  useEffect(() => {
    let current = true
    void keeper.read().then((kept) => {
      if (!current) return
      setFiles((now) => now ?? kept)
      setLost(kept.length < expected)
    })
    return () => {
      current = false
    }
  }, [keeper, expected])
  const change = (next: readonly File[]) => {
    setFiles(next)
    setLost(false)
    keeper.save(next)
  }
  return { files, setFiles: change, lost }
}
