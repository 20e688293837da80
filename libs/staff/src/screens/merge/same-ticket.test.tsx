// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderAt, stubBackend, TICKET_ID } from '@helpdesk/tickets/testing'
import { ticketCommands } from '../../state/ticket-commands'
import { AGENT_ID, buildStaffDetail, OTHER_ID, signInAgent } from '../testing'
import { SameTicket } from './SameTicket'

beforeEach(() => signInAgent())

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4)
const older = {
  id: '00000000-0000-4000-8000-0000000000d1',
  number: 7,
  subject: 'Smoke',
  assigned_to: null,
  assignee_name: null,
}
type Answer = { status?: number; body?: unknown }

function open(same: object | null, ticket: object = {}, answers: Record<string, Answer> = {}) {
  const detail = buildStaffDetail({ ticket: { number: 1042, ...ticket } })
  const sent = stubBackend(({ url }) => {
    const name = url.pathname.split('/').pop() ?? ''
    return answers[name] ?? { body: name === 'same_ticket' ? same : [] }
  })
  renderAt('/', [{ path: '*', element: <SameTicket detail={detail} /> }])
  const asked = (name: string) => sent.filter(({ url }) => url.pathname.endsWith(`/${name}`))
  return { asked }
}
const merged = { body: { batch_id: 'b', results: [{ id: TICKET_ID, number: 1042, ok: true }] } }
const refusal = { status: 500, body: { message: 'No', code: 'XX000', details: null, hint: null } }

describe('a ticket that looks the same', () => {
  it('is named in a status that was there before, with what one key does', async () => {
    open(older)
    const status = screen.getByRole('status')
    expect(status).toBeEmptyDOMElement()
    await waitFor(() => expect(status).toHaveTextContent('Looks like the same as #7 Smoke'))
    expect(within(status).getByRole('link')).toHaveAttribute('href', `/tickets/${older.id}`)
    expect(screen.getByRole('button', { name: 'Merge #1042 into #7' })).toBeEnabled()
    expect(document.body).toHaveFocus()
  })

  it('takes the newer into the older, whichever is open', async () => {
    const newer = { ...older, number: 2000, subject: LONG }
    const { asked } = open(newer, {}, { bulk_merge_tickets: merged })
    await userEvent.click(await screen.findByRole('button', { name: 'Merge #2000 into #1042' }))
    await waitFor(() =>
      expect(asked('bulk_merge_tickets')[0]?.body).toEqual({ ticket_ids: [newer.id], target: TICKET_ID }),
    )
  })

  it('is merged by the command of its key, and with a way back', async () => {
    const { asked } = open(older, {}, { bulk_merge_tickets: merged })
    await screen.findByText(/Looks like the same/)
    ticketCommands().mergeSame?.()
    expect(await screen.findByText('#1042 merged into #7')).toBeInTheDocument()
    expect(asked('bulk_merge_tickets')[0]?.body).toEqual({ ticket_ids: [TICKET_ID], target: older.id })
    expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument()
  })

  it('says why nothing was merged', async () => {
    open(older, {}, { bulk_merge_tickets: refusal })
    await userEvent.click(await screen.findByRole('button', { name: /^Merge/ }))
    expect(await screen.findByText('Not merged')).toBeInTheDocument()
  })

  it.each([
    ['one', older, { assigned_to: OTHER_ID }, /Take over to merge/],
    ['other', { ...older, assigned_to: OTHER_ID, assignee_name: 'Jun' }, {}, /Assigned to Jun/],
  ])('is not merged while the %s is a colleague’s', async (_name, same, ticket, reason) => {
    open(same, ticket)
    const button = await screen.findByRole('button', { name: /^Merge/ })
    expect(button).toBeDisabled()
    expect(button).toHaveAttribute('title', expect.stringMatching(reason))
    expect(ticketCommands().mergeSame).toBeUndefined()
  })

  it('can be said not to be the same, by keyboard', async () => {
    const { asked } = open(older, {}, { dismiss_continuation: { status: 204 } })
    ;(await screen.findByRole('button', { name: 'Not the same as #7' })).focus()
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByText('Not the same as #7')).toHaveFocus()
    expect(screen.queryByText(/Looks like/)).not.toBeInTheDocument()
    expect(asked('dismiss_continuation')).toHaveLength(1)
    expect(ticketCommands().mergeSame).toBeUndefined()
  })

  it('stays when that failed', async () => {
    open(older, {}, { dismiss_continuation: refusal })
    await userEvent.click(await screen.findByRole('button', { name: 'Not the same as #7' }))
    expect(await screen.findByText('Suggestion not dismissed')).toBeInTheDocument()
    expect(screen.getByText(/Looks like the same/)).toBeVisible()
  })

  it('is not asked for once the ticket is solved, and nothing is said without one', async () => {
    const { asked } = open(null)
    await waitFor(() => expect(asked('same_ticket')).toHaveLength(1))
    expect(screen.queryByText(/Looks like/)).not.toBeInTheDocument()
    expect(open(older, { status: 'solved', assigned_to: AGENT_ID }).asked('same_ticket')).toEqual([])
  })
})
