// The error texts of the ticket store in the specification, section 8.
import { expect, it } from 'vitest'
import { stubBackend } from '@helpdesk/tickets/testing'
import { getAgentStats } from './get-agent-stats'

it.each([
  [
    'Must be logged in as an agent to view dashboard',
    'dashboard_agents_only',
    () => getAgentStats('customer'),
  ],
  ['Must be logged in as an agent to view dashboard', 'dashboard_agents_only', () => getAgentStats(null)],
])('fails without a request: %s (%s)', async (message, code, act) => {
  const sent = stubBackend(() => ({ body: null }))
  await expect(act()).rejects.toMatchObject({ message, code })
  expect(sent).toEqual([])
})
