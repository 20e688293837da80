import { countText, durationText, percentText } from '../model/figures'
import type { AgentPerformance } from '../model/dashboard'
import { Avatar, Card, chakra, Skeleton, Text } from '@helpdesk/ui'
import * as texts from './texts'

/** Agents with their figures; skeletons while `agents` is undefined. */
export function AgentPerformanceList({ agents }: { agents: readonly AgentPerformance[] | undefined }) {
  if (agents?.length === 0)
    return (
      <Text tone="muted" marginTop="3">
        {texts.noAgents}
      </Text>
    )
  return (
    <Card marginTop="3">
      <List aria-label={texts.agentPerformance}>
        {agents
          ? agents.map((agent) => <AgentRow key={agent.id} agent={agent} />)
          : [1, 2].map((n) => (
              <Row key={n} aria-hidden>
                <Skeleton height="10" width="full" />
              </Row>
            ))}
      </List>
    </Card>
  )
}

function AgentRow({ agent }: { agent: AgentPerformance }) {
  const figures = [
    [texts.assigned, countText(agent.assigned)],
    [texts.resolved, countText(agent.resolved)],
    [texts.response, durationText(agent.response_minutes)],
    [texts.satisfaction, percentText(agent.satisfaction_rate)],
  ]
  return (
    <Row>
      <Person>
        <Avatar name={agent.name} seed={agent.id} />
        <Words>
          <Name>{agent.name}</Name>
          <Address>{agent.email ?? texts.example}</Address>
        </Words>
      </Person>
      <Figures>
        {figures.map(([label, value]) => (
          <Figure key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Figure>
        ))}
      </Figures>
    </Row>
  )
}

const List = chakra('ul', { base: { listStyle: 'none', m: '0', p: '0' } })
const Row = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '6',
    rowGap: '3',
    minHeight: '16',
    px: '4',
    py: '3',
    '& + &': { borderTopWidth: '1px', borderColor: 'border' },
  },
})
const Person = chakra('div', {
  base: { display: 'flex', alignItems: 'center', gap: '3', flex: '1 1 14rem', minWidth: '0' },
})
const Words = chakra('div', { base: { minWidth: '0', overflowWrap: 'anywhere' } })
const Name = chakra('p', { base: { fontWeight: 'medium' } })
const Address = chakra('p', { base: { fontSize: 'sm', color: 'fg.muted' } })
const Figures = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(2, 1fr)', sm: 'repeat(4, 1fr)' },
    gap: '3',
    flex: '1 1 18rem',
    m: '0',
  },
})
const Figure = chakra('div', {
  base: {
    minWidth: '0',
    '& dt': { fontSize: 'xs', color: 'fg.muted' },
    '& dd': { m: '0', fontWeight: 'medium', fontVariantNumeric: 'tabular-nums' },
  },
})
