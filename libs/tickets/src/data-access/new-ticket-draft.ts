import { useAuth } from '@helpdesk/auth'
import { useEffect, useMemo, useState } from 'react'
import { ticketFormDefaults, type TicketFormValues } from '../model/forms'
import { newTicketDraftText, parseNewTicketDraft, type NewTicketDraft } from '../model/new-ticket-draft'
import { readDraftFiles, writeDraftFiles } from './draft-files'
import { draftStorageKey, readDraft, writeDraft } from './local-draft'

export interface DraftKeeper {
  /** What was kept; null when the form starts empty. */
  initial: NewTicketDraft | null
  /** The files that were kept with it. */
  initialFiles: () => Promise<File[]>
  /** Keeps every change at once. */
  save: (values: TicketFormValues) => void
  saveFiles: (files: readonly File[]) => void
  /** The id of this form's request, made and kept at its first use. */
  requestId: () => string
  clear: () => void
}

/** A browser that does not open its storage shall not hold the form up. */
const patience = () => new Promise<File[]>((resolve) => setTimeout(resolve, PATIENCE_MS, []))
const PATIENCE_MS = 2_000

/**
 * Keeps a new ticket on this device: its text at once, its files as soon as the browser has stored them. The
 * request's id is made when the form is first sent, not when it is opened: a second tab that starts from the same
 * draft is another ticket.
 */
export function createDraftKeeper(storageKey: string | null): DraftKeeper {
  const initial = storageKey ? parseNewTicketDraft(readDraft(storageKey)) : null
  const nothing: NewTicketDraft = { values: ticketFormDefaults, fileCount: 0 }
  let draft = initial ?? nothing
  function keep(change: Partial<NewTicketDraft>) {
    draft = { ...draft, ...change }
    if (storageKey) writeDraft(storageKey, newTicketDraftText(draft))
  }
  function saveFiles(files: readonly File[]) {
    keep({ fileCount: files.length })
    if (storageKey) void writeDraftFiles(storageKey, files)
  }
  return {
    initial,
    initialFiles: async () =>
      storageKey && initial?.fileCount ? Promise.race([readDraftFiles(storageKey), patience()]) : [],
    save: (values) => keep({ values }),
    saveFiles,
    requestId: () => {
      const requestId = draft.requestId ?? crypto.randomUUID()
      keep({ requestId })
      return requestId
    },
    clear: () => {
      const hadFiles = draft.fileCount > 0
      keep({ ...nothing, requestId: undefined })
      if (hadFiles) saveFiles([])
    },
  }
}

export function useNewTicketDraft(): DraftKeeper {
  const { user } = useAuth()
  const userId = user?.id
  return useMemo(() => createDraftKeeper(userId ? draftStorageKey(userId, 'new-ticket') : null), [userId])
}

/**
 * The files of the new ticket, kept with its draft.
 * @returns the files, undefined while kept ones are on their way; how to change them; and whether some that were
 * chosen are gone
 */
export function useDraftFiles(draft: DraftKeeper) {
  const expected = draft.initial?.fileCount ?? 0
  const [files, setFiles] = useState<File[] | undefined>(expected > 0 ? undefined : [])
  const [lost, setLost] = useState(false)
  useEffect(() => {
    let current = true
    void draft.initialFiles().then((kept) => {
      if (!current) return
      setFiles((now) => now ?? kept)
      setLost(kept.length < expected)
    })
    return () => {
      current = false
    }
  }, [draft, expected])
  const change = (next: File[]) => {
    setFiles(next)
    draft.saveFiles(next)
  }
  return { files, setFiles: change, lost }
}
