// @vitest-environment jsdom
import { TICKET_ID, type SentRequest } from '@helpdesk/tickets/testing'
import type { LinkedTicket, LinkedTickets } from '@helpdesk/tickets/model/rows'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { ticketCommands } from '../../state/ticket-commands'
import { buildStaffDetail, openTicket, signInAgent } from '../testing'

const OTHER = '00000000-0000-4000-8000-00000000000b'
const line = (overrides: Partial<LinkedTicket> = {}): LinkedTicket => ({
  relation: 'related',
  id: OTHER,
  number: 12,
  subject: 'Toaster is too hot',
  status: 'open',
  ...overrides,
})
const answered = (changes: object = {}) => ({
  body: { number: 12, results: [{ id: TICKET_ID, ok: true, changed: true, ...changes }] },
})
const card = async () => within(await screen.findByRole('region', { name: 'Linked tickets' }))

/** A backend that keeps the links of the ticket. */
function openWith(start: LinkedTickets, answers: Parameters<typeof openTicket>[1] = {}) {
  let links = start
  const other = { id: OTHER, number: 12, subject: 'Toaster is too hot', status: 'open', priority: 'low' }
  const staff = () =>
    buildStaffDetail({
      ticket: { number: 7 },
      staff: {
        links,
        other_tickets: [
          { ...other, created_at: '2026-01-05T10:00:00Z', updated_at: '2026-01-05T10:00:00Z' } as never,
        ],
      },
    })
  return openTicket(staff, {
    link_tickets: ({ body }: SentRequest) => {
      const { kind } = body as { kind: string }
      links = {
        tickets: [line({ relation: kind === 'incident' ? 'problem' : kind })],
        incidents: 0,
        open_incidents: 0,
      }
      return answered()
    },
    unlink_tickets: () => {
      links = { tickets: [], incidents: 0, open_incidents: 0 }
      return answered()
    },
    ...answers,
  })
}
const none: LinkedTickets = { tickets: [], incidents: 0, open_incidents: 0 }

beforeEach(() => signInAgent())

describe('linked tickets', () => {
  it('links another ticket with the one that is picked, and Undo takes it back', async () => {
    const { bodies } = openWith(none)
    expect(await (await card()).findByText('No linked tickets')).toBeVisible()
    await userEvent.click((await card()).getByRole('button', { name: 'Link…' }))
    const dialog = screen.getByRole('dialog', { name: 'Link tickets' })
    await userEvent.click(within(dialog).getByRole('option', { name: /Toaster is too hot/ }))
    expect(await screen.findByText('#7 linked with #12')).toBeVisible()
    expect(bodies('link_tickets')).toEqual([{ ticket_ids: [TICKET_ID], target: OTHER, kind: 'related' }])
    const link = await (await card()).findByRole('link', { name: 'Toaster is too hot' })
    expect(link).toHaveAttribute('href', `/tickets/${OTHER}`)
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(bodies('unlink_tickets')).toEqual([{ ticket_ids: [TICKET_ID], target: OTHER, kind: 'related' }]),
    )
    expect(await (await card()).findByText('No linked tickets')).toBeVisible()
  })

  it.each([
    ['Incident of the problem below', { ticket_ids: [TICKET_ID], target: OTHER, kind: 'incident' }],
    ['Problem of the incident below', { ticket_ids: [OTHER], target: TICKET_ID, kind: 'incident' }],
  ])('links as %s', async (choice, sent) => {
    const { bodies } = openWith(none)
    await card()
    ticketCommands().link?.()
    const dialog = within(await screen.findByRole('dialog', { name: 'Link tickets' }))
    await userEvent.selectOptions(dialog.getByLabelText('Link as'), choice)
    await userEvent.click(dialog.getByRole('option', { name: /Toaster/ }))
    await waitFor(() => expect(bodies('link_tickets')).toEqual([sent]))
  })

  it('says why a ticket cannot be linked, and stays open', async () => {
    openWith(none, {
      link_tickets: () =>
        answered({ ok: false, changed: false, number: 7, code: 'incident_has_problem', hint: '9' }),
    })
    await userEvent.click((await card()).getByRole('button', { name: 'Link…' }))
    await userEvent.click(screen.getByRole('option', { name: /Toaster/ }))
    expect(await screen.findByText('#7: This ticket is an incident of #9 already')).toBeVisible()
    expect(screen.getByRole('dialog')).toBeVisible()
  })

  it('says that tickets are linked already', async () => {
    openWith(none, { link_tickets: () => answered({ changed: false }) })
    await userEvent.click((await card()).getByRole('button', { name: 'Link…' }))
    await userEvent.click(screen.getByRole('option', { name: /Toaster/ }))
    expect(await screen.findByText('Linked with #12 already')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('says what each is to the ticket, and removes a link without losing the focus', async () => {
    const { bodies } = openWith({
      ...none,
      tickets: [
        line({ relation: 'problem' }),
        line({ relation: 'split_into', id: 's', number: 13, subject: 'Part', status: 'solved' }),
        line({ relation: 'cousin_of', id: 'n', number: 14, subject: 'Of a newer server' }),
      ],
    })
    const shown = await card()
    for (const words of ['Problem', 'Split into', 'cousin of', 'solved'])
      expect(shown.getByText(words)).toBeVisible()
    expect(shown.queryByRole('button', { name: 'Remove the link to #14' })).toBeNull()
    await userEvent.click(shown.getByRole('button', { name: 'Remove the link to #13' }))
    expect(await screen.findByText('Link to #13 removed')).toBeVisible()
    expect(bodies('unlink_tickets')).toEqual([{ ticket_ids: ['s'], target: TICKET_ID, kind: 'split' }])
    expect(shown.getByRole('button', { name: 'Link…' })).toHaveFocus()
  })

  it('shows five incidents, their count and how many are open, and all when asked', async () => {
    const incidents = Array.from({ length: 30 }, (_, n) =>
      line({ relation: 'incident', id: `i${n}`, number: 100 + n, subject: `Incident ${n}` }),
    )
    openWith(
      { tickets: incidents.slice(0, 20), incidents: 30, open_incidents: 28 },
      { linked_tickets: () => ({ body: { tickets: incidents, incidents: 30, open_incidents: 28 } }) },
    )
    const shown = await card()
    expect(shown.getByText('30 incidents, 28 open')).toBeVisible()
    expect(shown.getAllByRole('listitem')).toHaveLength(5)
    await userEvent.click(shown.getByRole('button', { name: 'Show all 30' }))
    await waitFor(() => expect(shown.getAllByRole('listitem')).toHaveLength(30))
    await userEvent.click(shown.getByRole('button', { name: 'Show fewer' }))
    expect(shown.getAllByRole('listitem')).toHaveLength(5)
  })

  it('says that a link was not removed', async () => {
    openWith({ ...none, tickets: [line()] }, { unlink_tickets: () => ({ status: 500, body: {} }) })
    await userEvent.click((await card()).getByRole('button', { name: 'Remove the link to #12' }))
    expect(await screen.findByText('Link not removed')).toBeVisible()
  })
})
