import { useAuth } from '@helpdesk/auth'
import { oncePerPage } from '@helpdesk/ui'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import { draftStorageKey } from '@helpdesk/tickets/drafts/draft-storage'
import { getDraft, takeDraft } from '../api/get-draft'
import { saveDraft, saveDraftOnLeave, type DraftKind } from '../api/save-draft'
import { deviceId } from './device-id'
import type { DraftState } from './draft-state'
import { createTicketDraft, type TicketDraft } from './ticket-draft'

/** One draft per storage key, so that two fields for the same note show the same text. */
const drafts = oncePerPage('ticket-drafts@3', () => new Map<string, TicketDraft>())

/** The draft of a user, whether a page shows it or not. */
export function draftOf(userId: string, ticketId: string, kind: DraftKind): TicketDraft {
  const storageKey = draftStorageKey(userId, `${kind}:${ticketId}`)
  const known = drafts.get(storageKey)
  if (known) return known
  const server = {
    save: (content: string, files: readonly string[]) => saveDraft(userId, ticketId, kind, content, files),
    saveOnLeave: (content: string, files: readonly string[]) =>
      saveDraftOnLeave(userId, ticketId, kind, content, files),
    read: () => getDraft(userId, ticketId, kind),
    take: () => takeDraft(userId, ticketId, kind),
  }
  const draft = createTicketDraft(storageKey, server, undefined, deviceId())
  drafts.set(storageKey, draft)
  return draft
}

/** For tests: drops open drafts as a page load does, but keeps local storage. */
export function dropOpenDrafts(): void {
  drafts.forEach((draft) => draft.stop())
  drafts.clear()
}

/** The user's unsent reply or note on a ticket, stored on this device and on the server. */
export function useTicketDraft(
  detail: TicketDetail,
  kind: DraftKind,
): DraftState &
  Pick<TicketDraft, 'set' | 'putBack' | 'setFiles' | 'clear' | 'settle' | 'swap' | 'takeOver' | 'requestId'> {
  const { user } = useAuth()
  const userId = user?.id ?? ''
  const draft = useMemo(() => draftOf(userId, detail.ticket.id, kind), [userId, detail.ticket.id, kind])
  const state = useSyncExternalStore(draft.subscribe, draft.get)
  const stored = detail.staff?.drafts
  const { loaded_at: loadedAt } = detail
  useEffect(() => {
    if (stored) draft.receive(stored[kind] ?? '', loadedAt, stored.places?.[kind] ?? null)
  }, [draft, stored, kind, loadedAt])
  const { set, putBack, setFiles, clear, settle, swap, takeOver, requestId } = draft
  return { ...state, set, putBack, setFiles, clear, settle, swap, takeOver, requestId }
}
