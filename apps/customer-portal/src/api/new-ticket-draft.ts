import { useAuth } from '@helpdesk/auth'
import { useMemo } from 'react'
import { ticketFormDefaults, type TicketFormValues } from '@helpdesk/tickets/model/forms'
import { newTicketDraftText, parseNewTicketDraft, type NewTicketDraft } from '../model/new-ticket-draft'
import { createDraftFiles, type DraftFiles } from '@helpdesk/tickets/api/drafts/draft-files'
import { draftStorageKey, readDraft, writeDraft } from '@helpdesk/tickets/api/drafts/draft-storage'

export interface NewTicketDraftStore {
  /** What was kept; null when the form starts empty. */
  initial: NewTicketDraft | null
  /** The files that are kept with it. */
  files: DraftFiles
  /** Keeps every change at once. */
  save: (values: TicketFormValues) => void
  /** The id of this form's request, made and kept at its first use. */
  requestId: () => string
  clear: () => void
}

/**
 * Keeps a new ticket on this device: its text at once, its files as soon as the browser has stored them. The
 * request's id is made when the form is first sent, not when it is opened: a second tab that starts from the same
 * draft is another ticket.
 */
export function createNewTicketDraftStore(storageKey: string | null): NewTicketDraftStore {
  const initial = storageKey ? parseNewTicketDraft(readDraft(storageKey)) : null
  const nothing: NewTicketDraft = { values: ticketFormDefaults, fileCount: 0 }
  let draft = initial ?? nothing
  function keep(change: Partial<NewTicketDraft>) {
    draft = { ...draft, ...change }
    if (storageKey) writeDraft(storageKey, newTicketDraftText(draft))
  }
  const files = createDraftFiles(storageKey, initial?.fileCount ?? 0, (fileCount) => keep({ fileCount }))
  return {
    initial,
    files,
    save: (values) => keep({ values }),
    requestId: () => {
      const requestId = draft.requestId ?? crypto.randomUUID()
      keep({ requestId })
      return requestId
    },
    clear: () => {
      const hadFiles = draft.fileCount > 0
      keep({ ...nothing, requestId: undefined })
      if (hadFiles) files.save([])
    },
  }
}

export function useNewTicketDraft(): NewTicketDraftStore {
  const { user } = useAuth()
  const userId = user?.id
  return useMemo(
    () => createNewTicketDraftStore(userId ? draftStorageKey(userId, 'new-ticket') : null),
    [userId],
  )
}
