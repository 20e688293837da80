import { useAuth } from '@helpdesk/auth'
import { useMemo } from 'react'
import { ticketFormDefaults, type TicketFormValues } from '@helpdesk/tickets/model/forms'
import { newTicketDraftText, parseNewTicketDraft, type NewTicketDraft } from '../model/new-ticket-draft'
import { createDraftFiles, type DraftFiles } from '@helpdesk/tickets/drafts/draft-files'
import { draftStorageKey, readDraft, writeDraft } from '@helpdesk/tickets/drafts/draft-storage'

export interface NewTicketDraftStore {
  /** The stored draft; null when the form starts empty. */
  initial: NewTicketDraft | null
  /** The draft's files. */
  files: DraftFiles
  /** Stores the form's values immediately. */
  save: (values: TicketFormValues) => void
  /** The request id of this form, created and stored at first use. */
  requestId: () => string
  clear: () => void
}

/**
 * Stores a new ticket on this device: its text immediately, its files asynchronously. The request id is created on the
 * first submit, not when the form opens, so that a second tab with the same draft creates another ticket.
 */
export function createNewTicketDraftStore(storageKey: string | null): NewTicketDraftStore {
  const initial = storageKey ? parseNewTicketDraft(readDraft(storageKey)) : null
  const empty: NewTicketDraft = { values: ticketFormDefaults, fileCount: 0 }
  let draft = initial ?? empty
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
      keep({ ...empty, requestId: undefined })
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
