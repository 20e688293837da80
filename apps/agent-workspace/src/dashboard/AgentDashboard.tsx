import { ActiveTickets } from './ActiveTickets'
import { failureToasts } from '@helpdesk/tickets/model/errors'
import { useAgentStats } from '../api/get-agent-stats'
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
  withReference,
} from '@helpdesk/ui'
import { useCallback, useEffect } from 'react'
import { figuresOf } from './figures'
import * as texts from './texts'

const FAILED = failureToasts.agentDashboard

/** `/dashboard/agent` (specification, section 2.12). */
export function AgentDashboard() {
  const { data, error, isError, isPending, isFetching, refetch } = useAgentStats()
  const notifyFailure = useCallback(() => void toast({ ...FAILED, type: 'error' }), [])
  useEffect(() => {
    if (isError) notifyFailure()
  }, [isError, notifyFailure])

  return (
    <>
      <PageHeader heading={texts.title} subtitle={texts.subtitle} />
      {isPending && <VisuallyHidden role="status">{texts.loadingFigures}</VisuallyHidden>}
      {isError ? (
        <ErrorState
          text={withReference(FAILED.description, error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Grid gap="4" gridTemplateColumns="repeat(auto-fit, minmax(min(13rem, 100%), 1fr))">
          {figuresOf(data).map((figure) => (
            <StatCard key={figure.title} {...figure} loading={isPending} />
          ))}
        </Grid>
      )}
      <Box as="section" marginTop="8">
        <Heading size="md">{texts.quickActions}</Heading>
        <HStack marginTop="3" gap="2" flexWrap="wrap">
          <LinkButton to="/tickets/unassigned" variant="solid">
            {texts.unassignedQueue}
          </LinkButton>
          <LinkButton to="/tickets/assigned">{texts.myTickets}</LinkButton>
        </HStack>
      </Box>
      <Box as="section" marginTop="8">
        <Heading size="md">{texts.activeTickets}</Heading>
        <Box marginTop="3">
          <ActiveTickets label={texts.activeTickets} empty={texts.noneText} onError={notifyFailure} />
        </Box>
      </Box>
    </>
  )
}
