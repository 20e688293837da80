import {
  Alert,
  Badge,
  Box,
  chakra,
  Heading,
  LinkButton,
  QueryState,
  RelativeTime,
  Skeleton,
  SuccessIcon,
} from '@helpdesk/ui'
import type { ReactNode } from 'react'
import { useServiceHealth } from '../api/get-service-health'
import { version } from '../../package.json'
import { problemsOf, type Problem, type ServiceHealth } from '../model/service-health'
import * as texts from './texts'

/** What is wrong on the server's side, since when, and what to do. */
export function Services() {
  const query = useServiceHealth()
  return (
    <Box as="section" aria-labelledby="services" marginBottom="8">
      <Heading size="md" id="services" marginBottom="3">
        {texts.services}
      </Heading>
      <QueryState
        query={query}
        errorTitle={texts.servicesFailed}
        pendingLabel={texts.loadingServices}
        pending={<Skeleton height="4.5rem" />}
      >
        {(health) => <Results health={health} />}
      </QueryState>
    </Box>
  )
}

function Results({ health }: { health: ServiceHealth }) {
  const problems = problemsOf(health)
  return (
    <Stack>
      {problems.length === 0 ? (
        <div>
          <Badge tone="success" icon={<SuccessIcon />}>
            {texts.allWell}
          </Badge>
        </div>
      ) : (
        problems.map((problem) => <ProblemAlert key={problem.id} problem={problem} />)
      )}
      <Facts>
        {factsOf(health).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Facts>
    </Stack>
  )
}

function ProblemAlert({ problem }: { problem: Problem }) {
  const { tone, title, since, detail, advice, to } = problem
  return (
    <Alert
      tone={tone}
      title={
        since ? (
          <>
            {title} ({texts.began} <RelativeTime value={since} />)
          </>
        ) : (
          title
        )
      }
    >
      {detail && <p>{detail}</p>}
      <p>{advice}</p>
      {to && (
        <Box marginTop="2">
          <LinkButton to={to} size="sm">
            {texts.open}
          </LinkButton>
        </Box>
      )}
    </Alert>
  )
}

const time = (value: string | null): ReactNode => (value ? <RelativeTime value={value} /> : texts.never)

function factsOf({ mail, checks }: ServiceHealth): [string, ReactNode][] {
  const working = checks.filter(({ ok }) => ok).length
  return [
    [texts.portalVersion, version],
    // Only a server that reports of itself is known.
    ...(checks.length > 0
      ? [[texts.parts, texts.partsWork(working, checks.length)] as [string, string]]
      : []),
    [texts.lastRun, time(mail.last_run_at)],
    [texts.lastSent, time(mail.last_sent_at)],
    [texts.waiting, mail.queued],
    [texts.unmatched, mail.unmatched],
  ]
}

const Stack = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: '3' } })
const Facts = chakra('dl', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '1.5',
    '& > div': { display: 'flex', flexWrap: 'wrap', columnGap: '3' },
    '& dt': { color: 'fg.muted', width: '14rem' },
    '& dd': { flex: '1 1 9rem', minWidth: '0', overflowWrap: 'anywhere' },
  },
})
