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
import * as texts from './texts'

const ACTIONS = [
  { to: '/admin/invites', label: texts.invite, text: texts.inviteText },
  { to: '/admin/console', label: texts.console, text: texts.consoleText },
  { to: '/admin/tickets', label: texts.tickets, text: texts.ticketsText },
  { to: '/admin/settings', label: texts.settings, text: texts.settingsText },
  { to: '/admin/reports', label: texts.reports, text: texts.reportsText },
] as const

/** `/admin/dashboard`: figures, quick actions and agent performance (specification, sections 2.1, 2.16 and 9). */
export function AdminDashboard() {
  const { data, error, isPending, isFetching, refetch } = useAdminDashboard()
  const shown = data && shownDashboard(data)

  return (
    <>
      <PageHeader
        heading={texts.title}
        subtitle={texts.subtitle}
        actions={shown?.isSample && <Badge tone="warning">{texts.sample}</Badge>}
      />
      {isPending && <VisuallyHidden role="status">{texts.loading}</VisuallyHidden>}
      {shown?.isSample && (
        <Text tone="muted" marginBottom="4">
          {texts.sampleText}
        </Text>
      )}
      {error && !shown ? (
        <ErrorState
          title={texts.loadFailed}
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
          {texts.quickActions}
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
            {texts.agentPerformance}
          </Heading>
          <Text tone="muted" marginTop="0.5">
            {texts.agentPerformanceText}
          </Text>
          <AgentPerformanceList agents={shown?.figures.agents} />
        </Box>
      )}
    </>
  )
}
