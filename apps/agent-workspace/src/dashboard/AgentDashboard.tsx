import { useAgentStats } from '@helpdesk/tickets'
import {
  Box,
  ErrorState,
  Grid,
  Heading,
  HStack,
  LinkButton,
  PageHeader,
  StatCard,
  toast,
  VisuallyHidden,
} from '@helpdesk/ui'
import { useEffect } from 'react'
import { figuresOf } from './figures'

const FAILED = 'Failed to load dashboard data. Please try again.'

/** `/dashboard/agent`: section 2.12. */
export function AgentDashboard() {
  const { data, isError, isPending, isFetching, refetch } = useAgentStats()

  useEffect(() => {
    if (isError) toast({ title: 'Error', description: FAILED, type: 'error' })
  }, [isError])

  return (
    <>
      <PageHeader heading="Agent Dashboard" subtitle="Overview of your support queue and performance" />
      {isPending && <VisuallyHidden role="status">Loading your figures...</VisuallyHidden>}
      {isError ? (
        <ErrorState text={FAILED} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Grid gap="4" gridTemplateColumns="repeat(auto-fill, minmax(13rem, 1fr))">
          {figuresOf(data).map((figure) => (
            <StatCard key={figure.title} {...figure} loading={isPending} />
          ))}
        </Grid>
      )}
      <Box as="section" marginTop="8">
        <Heading size="md">Quick Actions</Heading>
        <HStack marginTop="3" gap="2" flexWrap="wrap">
          <LinkButton to="/tickets/unassigned" variant="solid">
            Unassigned Queue
          </LinkButton>
          <LinkButton to="/tickets/assigned">My Tickets</LinkButton>
        </HStack>
      </Box>
    </>
  )
}
