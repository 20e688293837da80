import { shownDashboard } from '../model/dashboard'
import { useAdminDashboard } from '../api/get-admin-dashboard'
import { failureText } from '@helpdesk/tickets/model/errors'
import {
  Badge,
  Box,
  Card,
  ErrorState,
  Grid,
  Heading,
  LinkButton,
  PageHeader,
  StatCard,
  Text,
  VisuallyHidden,
} from '@helpdesk/ui'
import { AgentPerformanceList } from './AgentPerformanceList'
import { cardsOf } from './cards'

const ACTIONS = [
  { to: '/admin/invites', label: 'Invite Users', text: 'Send invites to new users' },
  { to: '/admin/console', label: 'AI Console', text: 'AI-powered assistance' },
  { to: '/admin/tickets', label: 'Ticket Management', text: 'All tickets in one list' },
  { to: '/admin/settings', label: 'Settings', text: 'Workspace name, limits and tags' },
  { to: '/admin/reports', label: 'View Reports', text: 'Response times, backlog and satisfaction over time' },
] as const

/** `/admin/dashboard`: figures, quick actions and agent performance (specification, sections 2.1, 2.16 and 9). */
export function AdminDashboard() {
  const { data, error, isPending, isFetching, refetch } = useAdminDashboard()
  const shown = data && shownDashboard(data)

  return (
    <>
      <PageHeader
        heading="Admin Dashboard"
        subtitle="Overview of your support operation"
        actions={shown?.isSample && <Badge tone="warning">Sample data</Badge>}
      />
      {isPending && <VisuallyHidden role="status">Loading the figures...</VisuallyHidden>}
      {shown?.isSample && (
        <Text tone="muted" marginBottom="4">
          These figures are examples. Your own appear here with the first ticket.
        </Text>
      )}
      {error && !shown ? (
        <ErrorState
          title="The figures could not be loaded"
          text={failureText(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Grid gap="4" gridTemplateColumns="repeat(auto-fit, minmax(min(13rem, 100%), 1fr))">
          {cardsOf(shown?.figures).map((card) => (
            <StatCard key={card.title} {...card} loading={isPending} />
          ))}
        </Grid>
      )}
      <Box as="section" marginTop="8" aria-labelledby="quick-actions">
        <Heading size="md" id="quick-actions">
          Quick Actions
        </Heading>
        <Grid marginTop="3" gap="4" gridTemplateColumns="repeat(auto-fit, minmax(min(11rem, 100%), 1fr))">
          {ACTIONS.map(({ to, label, text }) => (
            <Card
              key={to}
              padded
              display="flex"
              flexDirection={{ base: 'row', sm: 'column' }}
              alignItems={{ base: 'center', sm: 'flex-start' }}
              gap="3"
            >
              <Text tone="muted" flex="1">
                {text}
              </Text>
              <LinkButton to={to}>{label}</LinkButton>
            </Card>
          ))}
        </Grid>
      </Box>
      {!(error && !shown) && (
        <Box as="section" marginTop="8" aria-labelledby="agent-performance">
          <Heading size="md" id="agent-performance">
            Agent Performance
          </Heading>
          <Text tone="muted" marginTop="0.5">
            Last 30 days, with currently assigned tickets
          </Text>
          <AgentPerformanceList agents={shown?.figures.agents} />
        </Box>
      )}
    </>
  )
}
