import { useLocation, useNavigate } from '@helpdesk/ui/router'
import { useEffect } from 'react'
import type { TicketDetail } from '../../model/rows'
import { ticketRef } from '../../model/ticket-number'

/** What the address of a merged ticket hands over to the page that shows it. */
interface MergedState {
  mergedFrom?: unknown
}

/** The number of the merged ticket whose address led to this page. */
export function useMergedFrom(): number | undefined {
  const { mergedFrom } = (useLocation().state as MergedState | null) ?? {}
  return typeof mergedFrom === 'number' ? mergedFrom : undefined
}

/**
 * Leaves the address of a merged ticket for that of the ticket that shows it.
 * @param isPage false beside a list, whose address names no ticket
 */
export function useLeaveMerged(detail: TicketDetail | undefined, isPage: boolean): void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const source = detail?.merged_from?.number
  const target = detail && ticketRef(detail.ticket).replace('#', '')
  useEffect(() => {
    if (!isPage || source === undefined || !target) return
    void navigate(pathname.slice(0, pathname.lastIndexOf('/') + 1) + target, {
      replace: true,
      state: { mergedFrom: source },
    })
  }, [isPage, source, target, pathname, navigate])
}
