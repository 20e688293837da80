import { renderAt } from '@helpdesk/tickets/testing'
import { dismissToast } from '@helpdesk/ui'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { refusal, signInAdmin, stubCalls } from '../parts/testing'
import { EmailSettings } from './EmailSettings'
import { storedSettings } from '../testing/stored-settings'

const PATH = '/admin/settings/email'
const channel = {
  sender: 'desk@example.com',
  last_sent_at: '2026-01-05T10:00:00Z',
  failing_since: null,
  last_error: null,
  last_received_at: null,
  queued: 3,
  retrying: 1,
  oldest_due_at: null,
  failed: 2,
  unmatched: 4,
  undeliverable: 1,
}
const address = {
  id: 'a1',
  address: 'support@example.com',
  kind: 'support',
  default_priority: 'high',
  default_tags: ['sales'],
  is_active: true,
}
const mail = {
  id: 'm1',
  kind: 'reply',
  state: 'failed',
  recipient: 'cora@example.com',
  ticket_id: 't1',
  ticket_number: 1042,
  ticket_subject: 'Printer',
  created_at: '2026-01-05T10:00:00Z',
  sent_at: null,
  dropped_at: '2026-01-06T10:00:00Z',
  next_attempt_at: null,
  error: '550 no',
  attempts: [
    { started_at: '2026-01-05T10:00:00Z', ended_at: '2026-01-05T10:00:01Z', error: '550 no', response: null },
  ],
}
const settings = { ...storedSettings, mail_signature: 'Acme GmbH' }
type Calls = Parameters<typeof stubCalls>[0]
function open(calls: Calls = {}, part = '') {
  const sent = stubCalls({
    get_mail_channel: () => ({ body: channel }),
    workspace_settings: () => ({ body: settings }),
    mail_addresses: ({ method }) => ({ body: method === 'GET' ? [address] : { id: 'a2' } }),
    list_mails: () => ({ body: [mail] }),
    undeliverable_addresses: () => ({ body: [] }),
    blocked_senders: ({ method }) => ({ body: method === 'GET' ? [] : { address: 'x' } }),
    ...calls,
  })
  renderAt(PATH + part, [{ path: PATH, element: <EmailSettings /> }])
  return sent
}

beforeEach(() => {
  dismissToast()
  signInAdmin()
})

it('shows the state of the channel and what needs attention', async () => {
  open()
  expect(await screen.findByText('Email is working')).toBeVisible()
  expect(screen.getByText('3, of which 1 failed before')).toBeVisible()
  expect(await screen.findByRole('tab', { name: 'Unmatched (4)' })).toBeVisible()
  expect(screen.getByRole('tab', { name: 'Outbox (2)' })).toBeVisible()
})

it('says that the mail server does not answer', async () => {
  const failing = { ...channel, failing_since: '2026-01-05T10:00:00Z', last_error: 'connect ECONNREFUSED' }
  open({ get_mail_channel: () => ({ body: failing }) })
  expect(await screen.findByText('connect ECONNREFUSED')).toBeVisible()
  expect(screen.getByText(/^The mail server is not responding/)).toBeVisible()
})

it('sends a test mail and shows a refusal of the mail server', async () => {
  const answer = {
    ok: false,
    recipient: 'amy@example.com',
    sender: 'desk@example.com',
    server: 'smtp:25',
    error: '535 no',
  }
  open({ 'test-mail': () => ({ body: answer }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Send test email' }))
  expect(await screen.findByText('535 no')).toBeVisible()
  expect(screen.getByText('Email not sent')).toBeVisible()
})

it('adds an address with its defaults, and rejects one with a plus sign', async () => {
  const sent = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Add address' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText(/Address/), 'billing+x@example.com')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(/without a plus sign$/)).toBeVisible()
  await userEvent.clear(dialog.getByLabelText(/Address/))
  await userEvent.type(dialog.getByLabelText(/Address/), 'Billing@example.com')
  await userEvent.selectOptions(dialog.getByLabelText('Priority for new tickets'), 'urgent')
  await userEvent.type(dialog.getByLabelText('Tags for new tickets'), 'billing, money,billing')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Address saved')).toBeVisible()
  expect(
    sent.filter(({ url, method }) => method === 'POST' && url.pathname.endsWith('/mail_addresses'))[0]?.body,
  ).toEqual({
    address: 'billing@example.com',
    kind: 'support',
    default_priority: 'urgent',
    default_tags: ['billing', 'money'],
    is_active: true,
  })
})

it('shows each attempt of a mail and tries it again', async () => {
  const sent = open({ retry_mail: () => ({ status: 204 }) }, '?part=outbox')
  const row = within(await screen.findByRole('row', { name: /cora@example.com/ }))
  expect(row.getByText('Not sent')).toBeVisible()
  await userEvent.click(row.getByText('1 attempt'))
  expect(row.getByRole('listitem')).toHaveTextContent('550 no')
  await userEvent.click(row.getByRole('button', { name: 'Retry the email to cora@example.com' }))
  expect(await screen.findByText('Email queued again')).toBeVisible()
  expect(sent.find(({ url }) => url.pathname.endsWith('/retry_mail'))?.body).toEqual({ mail_id: 'm1' })
})

it('blocks a domain, and says what is not an address', async () => {
  const sent = open({}, '?part=blocked')
  const input = await screen.findByLabelText('Address or domain')
  await userEvent.type(input, 'nobody{Enter}')
  expect(await screen.findByText('Enter an address, or @ and a domain')).toBeVisible()
  await userEvent.clear(input)
  await userEvent.type(input, '@Spam.example{Enter}')
  await screen.findByText('No blocked senders')
  expect(
    sent.find(({ url, method }) => method === 'POST' && url.pathname.endsWith('/blocked_senders'))?.body,
  ).toEqual({
    address: '@spam.example',
  })
})

it('shows why an address gets no mails, and allows them again', async () => {
  const bounced = {
    address: 'gone@example.com',
    status: '5.1.1',
    reason: '550 no such user',
    failures: 2,
    last_at: '2026-01-05T10:00:00Z',
  }
  let rows = [bounced]
  const sent = open(
    {
      undeliverable_addresses: ({ method }) => {
        if (method === 'GET') return { body: rows }
        rows = []
        return { body: { address: bounced.address } }
      },
    },
    '?part=undeliverable',
  )
  const row = within(await screen.findByRole('row', { name: /gone@example.com/ }))
  expect(row.getByText('5.1.1 550 no such user')).toBeVisible()
  await userEvent.click(row.getByRole('button', { name: 'Allow emails to gone@example.com again' }))
  expect(await screen.findByText('No undeliverable addresses')).toBeVisible()
  expect(sent.find(({ method }) => method === 'DELETE')?.url.searchParams.get('address')).toBe(
    'eq.gone@example.com',
  )
})

it("copies the DNS records of the workspace's domain", async () => {
  const user = userEvent.setup()
  open({ mail_addresses: () => ({ body: [{ ...address, address: 'support@acme.example' }] }) })
  expect(await screen.findByText(/_dmarc\.acme\.example/)).toBeVisible()
  const record = within(screen.getByRole('region', { name: 'DMARC: policy for other emails' }))
  await user.click(record.getByRole('button', { name: /^Copy the value of DMARC/ }))
  expect(await record.findByText('Copied')).toBeVisible()
  expect(await navigator.clipboard.readText()).toMatch(/^v=DMARC1; p=.*@acme\.example$/)
})

it('says why the outbox could not be loaded', async () => {
  open(
    { list_mails: () => refusal('admin_required', 'Must be logged in as an admin to manage mail') },
    '?part=outbox',
  )
  expect(await screen.findByText('Emails could not be loaded')).toBeVisible()
})
