import { localStore } from '@helpdesk/ui'
import { useMemo } from 'react'
import { ticketFormDefaults, type TicketFormValues } from '@helpdesk/tickets/model/forms'
import { newTicketDraftText, parseNewTicketDraft, type NewTicketDraft } from '../model/new-ticket-draft'
import { createDraftFiles, type DraftFiles } from '@helpdesk/tickets/drafts/draft-files'
import { isOwnDraft, updateOwner } from '@helpdesk/tickets/drafts/draft-owner'
import { draftStorageKey, readDraft, writeDraft } from '@helpdesk/tickets/drafts/draft-storage'

const PLACE = 'new-ticket'

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
    if (!storageKey) return
    writeDraft(storageKey, newTicketDraftText(draft))
    updateOwner(storageKey)
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

/**
 * The key of the draft that a page opens with: this tab's own, else the first one, which another tab may be writing.
 * @returns null without a user
 */
export function newTicketDraftKey(userId: string | undefined): string | null {
  if (!userId) return null
  const first = draftStorageKey(userId, PLACE)
  const keys = localStore.keys().filter((key) => key === first || key.startsWith(`${first}:`))
  const drafts = keys.filter((key) => parseNewTicketDraft(readDraft(key)) !== null).toSorted()
  return drafts.find(isOwnDraft) ?? drafts[0] ?? first
}

/** The key of another draft, for a second ticket at the same time. */
export const anotherDraftKey = (userId: string): string =>
  draftStorageKey(userId, `${PLACE}:${crypto.randomUUID()}`)

/** The draft of a key; the component must be mounted anew with another key. */
export function useNewTicketDraft(storageKey: string | null): NewTicketDraftStore {
  return useMemo(() => createNewTicketDraftStore(storageKey), [storageKey])
}
