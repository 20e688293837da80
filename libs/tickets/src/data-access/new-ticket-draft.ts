import { useAuth } from '@helpdesk/auth'
import { useMemo } from 'react'
import type { TicketFormValues } from '../model/forms'
import { newTicketDraftText, parseNewTicketDraft, type NewTicketDraft } from '../model/new-ticket-draft'
import { draftStorageKey, readDraft, writeDraft } from './local-draft'

export interface DraftKeeper {
  /** What was kept; null when the form starts empty. */
  initial: NewTicketDraft | null
  /** Keeps every change at once. */
  save: (values: TicketFormValues) => void
  /** The id of this form's request, made and kept at its first use. */
  requestId: (values: TicketFormValues) => string
  clear: () => void
}

/**
 * Keeps the new ticket's text on this device. The request's id is made when the form is first sent, not when it is
 * opened: a second tab that starts from the same draft is another ticket.
 */
export function createDraftKeeper(storageKey: string | null): DraftKeeper {
  const initial = storageKey ? parseNewTicketDraft(readDraft(storageKey)) : null
  let requestId = initial?.requestId
  const write = (text: string) => {
    if (storageKey) writeDraft(storageKey, text)
  }
  const save = (values: TicketFormValues) => write(newTicketDraftText({ values, requestId }))
  return {
    initial,
    save,
    requestId: (values) => {
      requestId ??= crypto.randomUUID()
      save(values)
      return requestId
    },
    clear: () => {
      requestId = undefined
      write('')
    },
  }
}

export function useNewTicketDraft(): DraftKeeper {
  const { user } = useAuth()
  const userId = user?.id
  return useMemo(() => createDraftKeeper(userId ? draftStorageKey(userId, 'new-ticket') : null), [userId])
}
