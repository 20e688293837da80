import { AVERAGE_RESPONSE_PLACEHOLDER } from '@helpdesk/tickets/model/limits'
import { failureText } from '@helpdesk/tickets/model/errors'
import { responseTime } from '../model/response-time'
import { useCustomerDashboard } from '../api/get-customer-dashboard'
import type { CustomerDashboard as Dashboard } from '@helpdesk/tickets/model/rows'
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

const average = (dashboard: Dashboard | undefined): string =>
  typeof dashboard?.average_response_minutes === 'number'
    ? responseTime(dashboard.average_response_minutes)
    : AVERAGE_RESPONSE_PLACEHOLDER

/** `/dashboard/customer`: three figures and the latest tickets, in one request. */
export function CustomerDashboard() {
  const query = useCustomerDashboard()
  const { data: dashboard, error, isFetching } = query
  const loading = !dashboard

  return (
    <>
      <PageHeader
        heading="Welcome Back!"
        actions={
          <LinkButton to="/tickets/new" variant="solid">
            <PlusIcon size={14} />
            New Ticket
          </LinkButton>
        }
      />
      {error && !dashboard ? (
        <ErrorState
          title="Your dashboard could not be loaded"
          text={failureText(error)}
          onRetry={() => void query.refetch()}
          retrying={isFetching}
        />
      ) : (
        <>
          <Grid gap="3" templateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }}>
            <StatCard
              title="Active Tickets"
              value={dashboard?.open_tickets}
              caption="Open tickets requiring attention"
              icon={<TicketIcon />}
              loading={loading}
            />
            <StatCard
              title="Recent Activity"
              value={dashboard?.recent_activity}
              caption="Updated in the last 24 hours"
              icon={<ChartIcon />}
              loading={loading}
            />
            <StatCard
              title="Average Response"
              value={average(dashboard)}
              caption={
                <>
                  Time to our first reply{' '}
                  {dashboard?.average_response_minutes === null && <Badge tone="warning">Sample data</Badge>}
                </>
              }
              icon={<ClockIcon />}
              loading={loading}
            />
          </Grid>
          <Card marginTop="5">
            <CardHeader>
              <CardTitle>Recent Tickets</CardTitle>
              <LinkButton to="/tickets" variant="ghost" size="sm">
                View all
              </LinkButton>
            </CardHeader>
            <RecentTickets tickets={dashboard?.recent_tickets} />
          </Card>
        </>
      )}
    </>
  )
}
