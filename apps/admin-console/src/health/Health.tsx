import { Box, EmptyState, Heading, PageHeader, QueryState, ClockIcon, Text } from '@helpdesk/ui'
import { useClientHealth } from '../api/get-client-health'
import { FailureTable } from './FailureTable'
import { ReleaseTable } from './ReleaseTable'
import { Services } from './Services'
import * as texts from './texts'

/** `/admin/health`: what works on the server, then errors, load failures and web vitals of each release. */
export function Health() {
  const query = useClientHealth()
  return (
    <>
      <PageHeader heading={texts.title} subtitle={texts.subtitle} />
      <Services />
      <Heading size="md" id="browsers">
        {texts.browsers}
      </Heading>
      <Box marginBottom="3">
        <Text tone="muted">{texts.browsersText}</Text>
      </Box>
      <QueryState
        query={query}
        errorTitle={texts.loadFailed}
        pending={<ReleaseTable rows={undefined} />}
        isEmpty={({ releases }) => releases.length === 0}
        empty={<EmptyState icon={<ClockIcon />} title={texts.none} text={texts.noneText} />}
      >
        {({ releases, failures }) => (
          <>
            <ReleaseTable rows={releases} />
            <Box as="section" marginTop="8" aria-labelledby="failures">
              <Heading size="md" id="failures" marginBottom="3">
                {texts.frequent}
              </Heading>
              {failures.length > 0 ? (
                <FailureTable rows={failures} />
              ) : (
                <Text tone="muted">{texts.noFailures}</Text>
              )}
            </Box>
          </>
        )}
      </QueryState>
    </>
  )
}
