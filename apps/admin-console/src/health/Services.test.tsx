import { renderAt } from '@helpdesk/tickets/testing'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { version } from '../../package.json'
import { refusal, signInAdmin, stubCalls } from '../parts/testing'
import { Health } from './Health'

const mail = {
  last_run_at: '2026-11-20T11:59:00Z',
  last_sent_at: null,
  failing_since: null,
  last_error: null,
  queued: 3,
  oldest_due_at: null,
  failed: 0,
  unmatched: 0,
}
const check = { name: 'storage', ok: true, reason: null, since: '2026-11-20T11:00:00Z' }
const open = async (health: object) => {
  stubCalls({
    get_client_health: () => ({ body: { releases: [], failures: [] } }),
    get_service_health: () => ({ body: { now: '2026-11-20T12:00:00Z', checks: [], mail, ...health } }),
  })
  renderAt('/admin/health', [{ path: '/admin/health', element: <Health /> }])
  return within(await screen.findByRole('region', { name: 'Services' }))
}

beforeEach(() => signInAdmin())

it('says that all works', async () => {
  const services = await open({ checks: [check] })
  expect(await services.findByText('No problems')).toBeVisible()
  expect(services.getByText('1 of 1 work')).toBeVisible()
  expect(services.getByText('Version of the portal').nextSibling).toHaveTextContent(version)
  expect(services.getByText('Last run of the email sender')).toBeVisible()
})

it('says nothing of a server that does not report', async () => {
  const services = await open({})
  expect(await services.findByText('No problems')).toBeVisible()
  expect(services.queryByText('Parts of the server')).toBeNull()
})

it('says what is wrong, since when, and what to do', async () => {
  const services = await open({ checks: [{ ...check, ok: false, reason: 'Less than 100 MB are free.' }] })
  const alert = await services.findByRole('alert')
  expect(alert).toHaveTextContent(
    /^Files cannot be stored \(began .+ ago\)Less than 100 MB are free\.Free space/,
  )
  expect(services.queryByText('No problems')).toBeNull()
})

it('leads to the email settings', async () => {
  const services = await open({
    mail: { ...mail, failing_since: '2026-11-20T10:00:00Z', last_error: '535 no' },
  })
  expect(await services.findByRole('alert')).toHaveTextContent('535 no')
  expect(services.getByRole('link', { name: 'Open email settings' })).toHaveAttribute(
    'href',
    '/admin/settings/email',
  )
})

it('says why the state could not be loaded', async () => {
  stubCalls({
    get_client_health: () => ({ body: { releases: [], failures: [] } }),
    get_service_health: () => refusal('admin_required', 'Must be logged in as an admin'),
  })
  renderAt('/admin/health', [{ path: '/admin/health', element: <Health /> }])
  expect(await screen.findByText('The state of the services could not be loaded')).toBeVisible()
})
