import { useAuth } from '@helpdesk/auth'
import { EmptyState, ErrorState, TicketIcon, VisuallyHidden } from '@helpdesk/ui'
import { useEffect } from 'react'
import { useActiveTickets } from '../api/list-active-tickets'
import { failureText } from '@helpdesk/tickets/model/errors'
import { DASHBOARD_TICKETS } from '@helpdesk/tickets/model/limits'
import { useRowActions } from '@helpdesk/staff/screens/worklist/use-row-actions'
import { WorklistTable } from '@helpdesk/staff/screens/worklist/WorklistTable'
import * as texts from './texts'

interface ActiveTicketsProps {
  label: string
  empty: string
  /** Called when the list could not be loaded. */
  onError?: () => void
}

/** The agent's active tickets, most urgent first. */
export function ActiveTickets({ label, empty, onError }: ActiveTicketsProps) {
  const { user } = useAuth()
  const query = useActiveTickets(user?.id, DASHBOARD_TICKETS)
  const { data: tickets, error } = query
  const actions = useRowActions()
  useEffect(() => {
    if (error) onError?.()
  }, [error, onError])

  return (
    <>
      <VisuallyHidden role="status">{tickets || error ? '' : texts.loading}</VisuallyHidden>
      {error && !tickets ? (
        <ErrorState
          title={texts.loadFailed}
          text={failureText(error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : tickets?.length === 0 ? (
        <EmptyState icon={<TicketIcon />} title={texts.none} text={empty} />
      ) : (
        <WorklistTable
          label={label}
          tickets={tickets}
          actions={actions}
          allMine
          pendingRows={DASHBOARD_TICKETS}
        />
      )}
    </>
  )
}
