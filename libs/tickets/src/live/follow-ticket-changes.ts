import { personalKey, useAuth } from '@helpdesk/auth'
import { askFirstFor, followChanges, getConnection, subscribeConnection } from '@helpdesk/supabase'
import { localStore, oncePerPage } from '@helpdesk/ui'
import { useQuery, useQueryClient, type QueryClient } from '@helpdesk/ui/query'
import { useEffect } from 'react'
import type { TicketSummary } from '../model/rows'
import type { TicketListFilter } from '../model/ticket-list'
import { ticketKeys } from '../api/keys'
import { showsTickets } from '../cache/shown-tickets'

/** The place of files that are still to be uploaded: see `upload-ledger`. */
const UPLOADS = 'upload:'

/** Without the outbox's code, which few pages need. */
const hasUnsent = (userId: string, place = ''): boolean =>
  localStore.keys().some((key) => key.startsWith(personalKey('outbox', userId, place)))

async function sendWaiting(queries: QueryClient, userId: string): Promise<void> {
  if (hasUnsent(userId, UPLOADS)) {
    const { resumeUploads } = await import('../uploads/uploads')
    await resumeUploads(queries, userId)
  }
  if (hasUnsent(userId)) {
    const { flushOutbox } = await import('../outbox/flush-outbox')
    await flushOutbox(queries, userId)
  }
}

/** The users whose files were looked through on this page. */
const pruned = oncePerPage('pruned-files@1', () => new Set<string>())

/** Removes what an earlier page left without a record, once per page. Without its code where no files ever were. */
async function pruneOnce(userId: string): Promise<void> {
  if (pruned.has(userId)) return
  pruned.add(userId)
  const databases = await indexedDB.databases()
  if (databases.length === 0) return
  const { pruneFiles } = await import('../uploads/prune-files')
  await pruneFiles(userId)
}

/**
 * Keeps the tickets in the cache up to date while the component is mounted, and sends the comments and files that wait on
 * this device: at the start, when the connection returns, and when another tab leaves some.
 */
export function useTicketChanges(): void {
  const queries = useQueryClient()
  useEffect(() => {
    askFirstFor((ids) => showsTickets(queries, ids))
    return followChanges(async (changes) => {
      const { applyChanges } = await import('../cache/apply-changes')
      applyChanges(queries, changes)
    })
  }, [queries])
  const userId = useAuth().user?.id
  useEffect(() => {
    if (!userId) return
    const wake = () => {
      if (getConnection() !== 'online') return
      // Its code may be gone after a release: the next page sends them.
      void sendWaiting(queries, userId).catch(() => undefined)
    }
    const onStorage = ({ key }: StorageEvent) => {
      if (key?.startsWith(personalKey('outbox', userId, UPLOADS))) wake()
    }
    wake()
    // Old browsers cannot list their databases, and private windows may have none.
    void pruneOnce(userId).catch(() => undefined)
    addEventListener('storage', onStorage)
    const unsubscribe = subscribeConnection(wake)
    return () => {
      removeEventListener('storage', onStorage)
      unsubscribe()
    }
  }, [queries, userId])
}

const NONE: string[] = []

/** What `applyChanges`, and nothing else, wrote about a list. */
const useMark = <T>(queryKey: readonly unknown[], none: T): T =>
  useQuery({ queryKey, queryFn: () => none, enabled: false }).data ?? none

/**
 * The tickets that a loaded list should show and does not yet, because its rows must not move under the pointer.
 * @param rows those it shows
 */
export function useArrivedTickets(
  filter: TicketListFilter | undefined,
  rows: readonly TicketSummary[] | undefined,
): string[] {
  const ids = useMark(ticketKeys.arrived(filter ?? {}), NONE)
  return filter && ids.length > 0 ? ids.filter((id) => !rows?.some((row) => row.id === id)) : NONE
}

/** True after more changed than the feed lists: the list has to be read again. */
export const useOutdated = (filter: TicketListFilter): boolean => useMark(ticketKeys.outdated(filter), false)

/** Forgets the arrivals of a list, which is about to be read again. */
export function forgetArrivals(queries: QueryClient, filter: TicketListFilter): void {
  queries.setQueryData(ticketKeys.arrived(filter), NONE)
  queries.setQueryData(ticketKeys.outdated(filter), false)
}
