import { renderAt } from '@helpdesk/tickets/testing'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { refusal, signInAdmin, stubCalls } from '../parts/testing'
import { Health } from './Health'

const release = {
  remote: 'agent-workspace',
  version: '0.1.0-3f9c2a1b7d04',
  errors: 3,
  load_failures: 1,
  last_seen: '2026-11-20T10:00:00Z',
  lcp: 2600,
  inp: 80,
  cls: null,
}
const failure = {
  kind: 'load',
  name: 'timeout',
  remote: 'agent-workspace',
  version: release.version,
  events: 12,
  last_seen: release.last_seen,
}
const open = () => renderAt('/admin/health', [{ path: '/admin/health', element: <Health /> }])

beforeEach(() => signInAdmin())

it('shows errors, load failures and vitals of each release', async () => {
  stubCalls({ get_client_health: () => ({ body: { releases: [release], failures: [failure] } }) })
  open()
  await screen.findByRole('table', { name: 'Most frequent failures' })
  const releases = within(screen.getByRole('table', { name: 'Releases' }))
  const row = releases.getByRole('row', { name: /agent-workspace/ })
  expect(row).toHaveTextContent('0.1.0-3f9c2a1b7d04')
  expect(row).toHaveTextContent('2.6 s Fair')
  expect(row).toHaveTextContent('80 ms Good')
  expect(within(row).getByRole('img', { name: 'Not measured' })).toBeVisible()
  const failures = within(screen.getByRole('table', { name: 'Most frequent failures' }))
  expect(failures.getByRole('row', { name: /timeout/ })).toHaveTextContent('Load failure')
})

it('says that there are no reports', async () => {
  stubCalls({ get_client_health: () => ({ body: { releases: [], failures: [] } }) })
  open()
  expect(await screen.findByText('No data yet')).toBeVisible()
})

it('says why the reports could not be loaded', async () => {
  stubCalls({ get_client_health: () => refusal('admin_required', 'Must be logged in as an admin') })
  open()
  expect(await screen.findByText('Health data could not be loaded')).toBeVisible()
})
