// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { signInAs } from '../../testing'
import { openTicket, resetDevice, stubTicket } from '../testing'

beforeEach(() => {
  resetDevice()
  signInAs()
})

const opening = { comment_id: null, quoted: '', id: 'm1', has_original: true }
const continued = { id: 't9', number: 1042, subject: 'Fire' }

function open(
  answer: unknown = continued,
  mail: object = opening,
  dismissal: object = { status: 204 },
  linked: object = { body: { results: [{ ok: true, code: null, message: null }] } },
) {
  let loads = 0
  const detail = () => ((loads += 1), { ticket: { source: 'mail' as const } })
  const sent = stubTicket(detail, ({ url }) => {
    if (url.pathname.endsWith('/ticket_mails')) return { body: { messages: [mail] } }
    if (url.pathname.endsWith('/ticket_continuation')) return { body: answer }
    if (url.pathname.endsWith('/link_tickets')) return linked
    return url.pathname.endsWith('/dismiss_continuation') ? dismissal : { body: [] }
  })
  openTicket()
  const asked = (name: string) => sent.filter(({ url }) => url.pathname.endsWith(`/${name}`))
  return { asked, loads: () => loads }
}
const line = () => screen.findByText(/Looks like a continuation of/)
const button = { name: 'Dismiss: not a continuation of #1042' }

describe('a ticket that seems to continue another', () => {
  it('leads staff to it', async () => {
    open()
    expect(await line()).toHaveTextContent('Looks like a continuation of #1042 · same subject and people')
    expect(screen.getByRole('link', { name: '#1042' })).toHaveAttribute('href', '/tickets/t9')
  })

  it('can be said to continue none, by keyboard too', async () => {
    const { asked } = open()
    await line()
    screen.getByRole('button', button).focus()
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByText('Not a continuation of #1042')).toHaveFocus()
    expect(screen.queryByText(/Looks like/)).not.toBeInTheDocument()
    expect(asked('dismiss_continuation')).toHaveLength(1)
  })

  it('is linked as its follow-up, and then listed with the linked tickets', async () => {
    const { asked, loads } = open()
    await line()
    const before = loads()
    screen.getByRole('button', { name: 'Link as follow-up of #1042' }).focus()
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByText('Linked as follow-up of #1042')).toHaveFocus()
    expect(asked('link_tickets').map(({ body }) => body)).toEqual([
      { ticket_ids: [expect.any(String)], target: 't9', kind: 'follow_up' },
    ])
    await waitFor(() => expect(loads()).toBeGreaterThan(before))
  })

  it('stays a suggestion when the link is refused', async () => {
    const refused = { ok: false, code: 'link_limit', message: 'A ticket continues at most one other' }
    open(continued, opening, undefined, { body: { results: [refused] } })
    await line()
    await userEvent.click(screen.getByRole('button', { name: 'Link as follow-up of #1042' }))
    expect(await screen.findByText('Not linked')).toBeVisible()
    expect(screen.getByText('A ticket continues at most one other')).toBeVisible()
    expect(screen.getByRole('button', button)).toBeEnabled()
  })

  it('keeps the suggestion when dismissing it failed', async () => {
    open(continued, opening, {
      status: 500,
      body: { message: 'No', code: 'XX000', details: null, hint: null },
    })
    await line()
    await userEvent.click(screen.getByRole('button', button))
    expect(await screen.findByText('Suggestion not dismissed')).toBeInTheDocument()
    expect(await line()).toBeVisible()
  })

  it('says nothing without one', async () => {
    const { asked } = open(null)
    await waitFor(() => expect(asked('ticket_continuation')).toHaveLength(1))
    expect(screen.queryByText(/Looks like/)).not.toBeInTheDocument()
  })

  it.each([
    ['by a customer', { comment_id: null, quoted: '> Fire', is_unverified: false }],
    [
      'for a mail that names another ticket itself',
      { ...opening, quoted: '> Fire', suspected_ticket: { id: 't8', number: 1041 } },
    ],
  ])('is not asked for %s', async (_name, mail) => {
    const { asked } = open(continued, mail)
    expect(await screen.findByRole('button', { name: 'Show quoted text' })).toBeVisible()
    expect(asked('ticket_continuation')).toEqual([])
  })
})
