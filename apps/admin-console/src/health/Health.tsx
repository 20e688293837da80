import { Box, EmptyState, Heading, PageHeader, QueryState, ClockIcon, Text } from '@helpdesk/ui'
import { useClientHealth } from '../api/get-client-health'
import { FailureTable } from './FailureTable'
import { ReleaseTable } from './ReleaseTable'

/** `/admin/health`: errors, load failures and web vitals of each release. */
export function Health() {
  const query = useClientHealth()
  return (
    <>
      <PageHeader
        heading="Health"
        subtitle="Errors and load times from the last 7 days. LCP, INP and CLS are 75th percentiles of sampled page loads."
      />
      <QueryState
        query={query}
        errorTitle="The reports could not be loaded"
        pending={<ReleaseTable rows={undefined} />}
        isEmpty={({ releases }) => releases.length === 0}
        empty={
          <EmptyState
            icon={<ClockIcon />}
            title="No reports yet"
            text="Reports appear here once people use the portal. They contain errors and load times, but no personal data."
          />
        }
      >
        {({ releases, failures }) => (
          <>
            <ReleaseTable rows={releases} />
            <Box as="section" marginTop="8" aria-labelledby="failures">
              <Heading size="md" id="failures" marginBottom="3">
                Most frequent failures
              </Heading>
              {failures.length > 0 ? (
                <FailureTable rows={failures} />
              ) : (
                <Text tone="muted">No errors or load failures.</Text>
              )}
            </Box>
          </>
        )}
      </QueryState>
    </>
  )
}
