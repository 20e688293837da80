import { AVERAGE_RESPONSE_PLACEHOLDER } from '@helpdesk/tickets/model/limits'
import { useTicketChanges } from '@helpdesk/tickets/live/follow-ticket-changes'
import { failureText } from '@helpdesk/tickets/model/errors'
import { responseTime } from '../model/response-time'
import { useCustomerDashboard, type CustomerDashboard as Dashboard } from '../api/get-customer-dashboard'
import {
  Badge,
  Card,
  CardHeader,
  CardTitle,
  ChartIcon,
  ClockIcon,
  ErrorState,
  Grid,
  LinkButton,
  PageHeader,
  PlusIcon,
  StatCard,
  TicketIcon,
} from '@helpdesk/ui'
import { RecentTickets } from './RecentTickets'
import * as texts from './texts'

const average = (dashboard: Dashboard | undefined): string =>
  typeof dashboard?.average_response_minutes === 'number'
    ? responseTime(dashboard.average_response_minutes)
    : AVERAGE_RESPONSE_PLACEHOLDER

/** `/dashboard/customer`: three figures and the latest tickets, in one request. */
export function CustomerDashboard() {
  const query = useCustomerDashboard()
  useTicketChanges()
  const { data: dashboard, error, isFetching } = query
  const loading = !dashboard

  return (
    <>
      <PageHeader
        heading={texts.welcome}
        actions={
          <LinkButton to="/tickets/new" variant="solid">
            <PlusIcon size={14} />
            {texts.newTicket}
          </LinkButton>
        }
      />
      {error && !dashboard ? (
        <ErrorState
          title={texts.loadFailed}
          text={failureText(error)}
          onRetry={() => void query.refetch()}
          retrying={isFetching}
        />
      ) : (
        <>
          <Grid gap="3" templateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }}>
            <StatCard
              title={texts.activeTickets}
              value={dashboard?.open_tickets}
              caption={texts.activeTicketsText}
              icon={<TicketIcon />}
              loading={loading}
            />
            <StatCard
              title={texts.recentActivity}
              value={dashboard?.recent_activity}
              caption={texts.recentActivityText}
              icon={<ChartIcon />}
              loading={loading}
            />
            <StatCard
              title={texts.averageResponse}
              value={average(dashboard)}
              caption={
                <>
                  {texts.averageResponseText}{' '}
                  {dashboard?.average_response_minutes === null && (
                    <Badge tone="warning">{texts.sample}</Badge>
                  )}
                </>
              }
              icon={<ClockIcon />}
              loading={loading}
            />
          </Grid>
          <Card marginTop="5">
            <CardHeader>
              <CardTitle>{texts.recentTickets}</CardTitle>
              <LinkButton to="/tickets" variant="ghost" size="sm">
                {texts.viewAll}
              </LinkButton>
            </CardHeader>
            <RecentTickets tickets={dashboard?.recent_tickets} />
          </Card>
        </>
      )}
    </>
  )
}
