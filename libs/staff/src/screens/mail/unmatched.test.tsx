// @vitest-environment jsdom
import { buildTicketDetail, renderAt, stubBackend } from '@helpdesk/tickets/testing'
import { dismissToast } from '@helpdesk/ui'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { refusal, signInAgent } from '../testing'
import { UnmatchedPage } from './UnmatchedPage'

beforeEach(() => {
  dismissToast()
  signInAgent()
})

const mail = {
  id: 'u1',
  received_at: '2026-01-05T10:00:00Z',
  recipient: 'support@example.com',
  from_address: 'stranger@example.com',
  from_name: 'Stan',
  subject: 'About my printer',
  preview: 'It still burns.',
  authentication: 'none',
  state: 'unmatched',
  reason: 'foreign_ticket',
  ticket_id: null,
  forwarded_to: null,
  file_count: 2,
  has_original: true,
  suspected_ticket: {
    id: 't1',
    number: 1042,
    subject: 'Printer',
    customer_name: 'Cora',
    was_forwarded: true,
  },
}
type Mail = Omit<typeof mail, 'ticket_id' | 'forwarded_to' | 'suspected_ticket'> & {
  said_author?: string
  ticket_id: string | null
  forwarded_to: string | null
  suspected_ticket: (typeof mail)['suspected_ticket'] | null
}
type Answers = Record<string, { status?: number; body?: unknown }>

/** Opens the list of these mails; all are handled with the first command. */
function open(answers: Answers = {}, mails: Mail[] = [mail]) {
  let list = mails
  const sent = stubBackend(({ url, body }) => {
    const name = url.pathname.split('/').pop() ?? ''
    if (name === 'list_unmatched_mails') {
      const after = (body as { before_id?: string }).before_id
      const from = after ? list.findIndex(({ id }) => id === after) + 1 : 0
      return { body: list.slice(from, from + 50) }
    }
    const isShown = name === 'staff-mail' && (body as { action: string }).action === 'show'
    if ((name === 'staff-mail' && !isShown) || name === 'discard_mail') list = []
    if (answers[name]) return answers[name]
    if (name === 'staff-mail') return { body: { ticket_id: 't1', comment_id: 'c1' } }
    return { body: body === undefined ? [] : null }
  })
  renderAt('/unmatched', [{ path: '/unmatched', element: <UnmatchedPage /> }])
  return (name: string) => sent.filter(({ url }) => url.pathname.endsWith(`/${name}`)).map(({ body }) => body)
}

const isHandled = () => screen.findByText('No unmatched email')

describe('an unmatched mail', () => {
  it('is added to the suspected ticket in one click', async () => {
    const bodies = open()
    expect(await screen.findByText('Probably about #1042 Printer, from Cora')).toBeVisible()
    expect(screen.getByText('Sender not verified')).toBeVisible()
    expect(screen.getByText('The email names a ticket to which its sender may not write.')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Block sender/ })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: /^Add to #1042: About my printer/ }))
    expect(await isHandled()).toBeVisible()
    expect(bodies('staff-mail')).toEqual([{ action: 'attach', mailId: 'u1', ticketId: 't1' }])
    expect(screen.getByRole('region', { name: 'Unmatched email' })).toHaveFocus()
  })

  it('in the name of the workspace shows whom it names as its author', async () => {
    const from = { from_address: 'support@example.com', from_name: '', reason: 'own_address' }
    open({}, [{ ...mail, ...from, said_author: 'vera@visitor.example' }])
    expect(
      await screen.findByText('It says that vera@visitor.example wrote it, and is added in their name'),
    ).toBeVisible()
  })

  it('is added as a note, so that an answer to a forwarded message stays internal', async () => {
    const bodies = open()
    await userEvent.click(
      await screen.findByRole('button', { name: /^Add to #1042 as a note: About my printer/ }),
    )
    expect(await isHandled()).toBeVisible()
    expect(bodies('staff-mail')).toEqual([{ action: 'attach', mailId: 'u1', ticketId: 't1', asNote: true }])
  })

  it('becomes a new ticket', async () => {
    const bodies = open()
    await userEvent.click(await screen.findByRole('button', { name: /^New ticket/ }))
    expect(await isHandled()).toBeVisible()
    expect(bodies('staff-mail')).toEqual([{ action: 'attach', mailId: 'u1', ticketId: null }])
  })

  it('is discarded', async () => {
    const bodies = open()
    await userEvent.click(await screen.findByRole('button', { name: /^Discard/ }))
    expect(await isHandled()).toBeVisible()
    expect(bodies('discard_mail')).toEqual([{ mail_id: 'u1' }])
  })

  it('is added to another ticket, named by its number', async () => {
    const other = buildTicketDetail({ ticket: { id: 't7', number: 7, subject: 'Scanner' } })
    const bodies = open({ get_ticket_detail: { body: other } })
    await userEvent.click(await screen.findByRole('button', { name: /^Other ticket/ }))
    const input = screen.getByLabelText('Ticket number')
    await userEvent.type(input, 'seven{Enter}')
    expect(screen.getByText('Enter a ticket number, such as 1042')).toBeVisible()
    await userEvent.clear(input)
    await userEvent.type(input, '#7{Enter}')
    expect(await screen.findByText(/^#7 Scanner/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: /^Add to #7: / }))
    expect(await isHandled()).toBeVisible()
    expect(bodies('staff-mail')).toEqual([{ action: 'attach', mailId: 'u1', ticketId: 't7' }])
  })

  it('shows its original', async () => {
    const shown = {
      html: '',
      text: 'It still burns, below the paper tray.',
      headers: [{ name: 'Subject', value: 'About my printer' }],
      files: [],
    }
    const bodies = open({ 'staff-mail': { body: shown } })
    await userEvent.click(await screen.findByRole('button', { name: /^Show original/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Original email' }))
    expect(await dialog.findByText(/below the paper tray/)).toBeVisible()
    expect(bodies('staff-mail')).toEqual([{ action: 'show', mailId: 'u1' }])
  })
})

describe('for admins', () => {
  beforeEach(() => signInAgent('admin'))

  it.each([
    ['blocks the sender and discards the mail', { body: { address: mail.from_address } }],
    [
      'discards the mail of a sender who is blocked already',
      refusal(409, 'duplicate key value', null, '23505'),
    ],
  ])('%s', async (_, answer) => {
    const bodies = open({ blocked_senders: answer })
    await userEvent.click(await screen.findByRole('button', { name: /^Block sender/ }))
    expect(await isHandled()).toBeVisible()
    expect(bodies('blocked_senders')).toEqual([{ address: 'stranger@example.com' }])
    expect(bodies('discard_mail')).toEqual([{ mail_id: 'u1' }])
  })
})

it('loads more mails below the first 50', async () => {
  const many = Array.from({ length: 51 }, (_, at) => ({ ...mail, id: `u${at}`, subject: `Mail ${at}.` }))
  const bodies = open({}, many)
  expect(await screen.findByText('Mail 49.')).toBeVisible()
  expect(screen.queryByText('Mail 50.')).not.toBeInTheDocument()
  await userEvent.click(screen.getByText('Load more'))
  expect(await screen.findByText('Mail 50.')).toBeVisible()
  expect(bodies('list_unmatched_mails')).toEqual([
    { max_rows: 50 },
    { max_rows: 50, before_at: mail.received_at, before_id: 'u49' },
  ])
})

describe('emails that were not filed', () => {
  const automatic = { ...mail, id: 'i1', state: 'ignored', reason: 'automatic_limit', suspected_ticket: null }
  const report = {
    ...{ ...mail, id: 'b1', state: 'bounce', reason: '', ticket_id: 't1' },
    suspected_ticket: { ...mail.suspected_ticket, was_forwarded: false },
  }

  it('are shown with their reason, original and actions', async () => {
    const bodies = open({}, [automatic, report])
    await userEvent.selectOptions(await screen.findByLabelText('Show'), 'Not filed')
    expect(await screen.findByText('A program sent more than 20 emails within an hour.')).toBeVisible()
    expect(screen.getByText(/They are removed after 30 days/)).toBeVisible()
    expect(screen.getAllByRole('button', { name: /^Show original/ })).toHaveLength(2)
    // The bounce is on its ticket already.
    expect(screen.getByText('#1042 Printer, from Cora')).toBeVisible()
    expect(screen.getAllByRole('button', { name: /^New ticket/ })).toHaveLength(1)
    expect(bodies('list_unmatched_mails')).toContainEqual({
      states: ['ignored', 'refused', 'bounce'],
      max_rows: 50,
    })
  })
})

it('names the outsider whose answer to a forwarded message it is', async () => {
  open({}, [{ ...mail, reason: 'forward_answer', forwarded_to: 'expert@partner.example' }])
  expect(
    await screen.findByText('Answers a message that was forwarded to expert@partner.example'),
  ).toBeVisible()
})
