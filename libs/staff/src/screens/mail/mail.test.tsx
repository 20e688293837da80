// @vitest-environment jsdom
import { buildCommentRow } from '@helpdesk/tickets/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildEvent, buildStaffDetail, openTicket, refusal, replied, signInAgent } from '../testing'

beforeEach(() => {
  localStorage.clear()
  signInAgent()
})

const bob = { id: 'p1', address: 'bob@partner.example', name: 'Bob', source: 'staff' }

describe('whom a reply does not reach', () => {
  it('is said below it, and an address whose mails came back gets them again', async () => {
    let people = [
      { address: 'ann@c.example', name: 'Ann', reason: 'reply' },
      { address: 'bob@partner.example', name: '', reason: 'undeliverable' },
    ]
    const { bodies } = openTicket(buildStaffDetail(), {
      unreached_people: () => ({ body: people }),
      undeliverable_addresses: () => {
        people = people.slice(0, 1)
        return { body: { address: 'bob@partner.example' } }
      },
    })
    expect(await screen.findByText('Ann gets no emails about replies')).toBeVisible()
    const line = 'bob@partner.example gets no emails: one came back'
    expect(screen.getByText(line)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Send emails to bob@partner.example again' }))
    await waitFor(() => expect(screen.queryByText(line)).toBeNull())
    expect(bodies('undeliverable_addresses')).toHaveLength(1)
    expect(screen.getByText('Ann gets no emails about replies')).toBeVisible()
  })
})

describe('people in copy', () => {
  /** A backend that keeps the people in copy. */
  function openWith(
    people: (typeof bob & { left_at?: string })[],
    answers: Parameters<typeof openTicket>[1] = {},
    detail = buildStaffDetail(),
  ) {
    let list = people
    return openTicket(detail, {
      ticket_participants: ({ method, body }) => {
        if (method === 'GET') return { body: list }
        if (method === 'DELETE') {
          list = []
          return { body: { id: 'p1' } }
        }
        // Takes the place of those whom an unverified email named.
        const added = (body as { address: string }[]).map(({ address }) => ({
          ...bob,
          id: address,
          address,
          name: '',
        }))
        list = [...list.filter(({ source }) => source !== 'unverified_mail'), ...added]
        return { body: added.map(({ id }) => ({ id })) }
      },
      ...answers,
    })
  }
  const block = async () => within(await screen.findByRole('region', { name: 'CC' }))

  it('are marked once they left, and then do not count below a reply', async () => {
    openWith([
      { ...bob, left_at: '2026-01-05T10:00:00Z' },
      { ...bob, id: 'p2', address: 'eve@partner.example' },
    ])
    const region = await block()
    const mark = await region.findByText('Unsubscribed. To send copies again, remove and add the address.')
    expect(mark.closest('li')).toHaveTextContent('bob@partner.example')
    expect(await screen.findByText('Also sent to 1 CC recipient')).toBeVisible()
  })

  it('are listed, added and removed', async () => {
    const { bodies } = openWith([bob])
    const region = await block()
    expect(await region.findByText('bob@partner.example')).toBeVisible()
    await userEvent.type(region.getByLabelText('Email address'), ' Eve@partner.example {Enter}')
    expect(await region.findByText('eve@partner.example')).toBeVisible()
    expect(bodies('ticket_participants')).toContainEqual([
      expect.objectContaining({ address: 'eve@partner.example' }),
    ])
    await userEvent.click(region.getByRole('button', { name: 'Remove bob@partner.example' }))
    await waitFor(() => expect(region.queryByText('bob@partner.example')).toBeNull())
    expect(region.getByLabelText('Email address')).toHaveFocus()
  })

  it('are listed when somebody was added while the list still loaded', async () => {
    let list = [bob]
    let loadFirst = () => {}
    const held = new Promise<void>((resolve) => (loadFirst = resolve))
    let reads = 0
    openTicket(buildStaffDetail(), {
      ticket_participants: async ({ method }) => {
        if (method !== 'GET') {
          list = [bob, { ...bob, id: 'p2', address: 'eve@partner.example', name: '' }]
          return { body: [{ id: 'p2' }] }
        }
        reads += 1
        const before = list
        if (reads === 1) await held
        return { body: before }
      },
    })
    const region = await block()
    await userEvent.type(region.getByLabelText('Email address'), 'eve@partner.example{Enter}')
    await waitFor(() => expect(region.getByLabelText('Email address')).toHaveValue(''))
    loadFirst()
    expect(await region.findByText('eve@partner.example')).toBeVisible()
  })

  it('are not a list of addresses', async () => {
    const { bodies } = openWith([])
    const region = await block()
    expect(await region.findByText('Nobody')).toBeVisible()
    await userEvent.type(region.getByLabelText('Email address'), 'a@b.example,c@d.example{Enter}')
    expect(await region.findByText('Please enter a valid email address')).toBeVisible()
    expect(bodies('ticket_participants').filter(Boolean)).toEqual([])
  })

  it('show whom an unverified email named, in the list and below the reply', async () => {
    const eve = { ...bob, id: 'p2', address: 'eve@partner.example', name: '', source: 'unverified_mail' }
    const carl = { ...bob, id: 'p3', address: 'carl@partner.example', source: 'mail' }
    openWith([bob, eve, carl])
    const region = await block()
    const mark = await region.findByText('Named in an unverified email. Gets no replies until you add them.')
    expect(mark.closest('li')).toHaveTextContent('eve@partner.example')
    expect(await screen.findByText('Also sent to 2 CC recipients')).toBeVisible()
    expect(screen.getByText('1 person named in an unverified email gets no replies')).toBeVisible()
  })

  it.each([
    ['in the list', 'Add eve@partner.example to CC'],
    ['below the reply', 'Add to CC'],
  ])('who were only named are added by one control %s', async (_name, button) => {
    const eve = { ...bob, id: 'p2', address: 'eve@partner.example', name: '', source: 'unverified_mail' }
    const { bodies } = openWith([eve])
    await userEvent.click(await screen.findByRole('button', { name: button }))
    expect(await screen.findByText('Also sent to 1 CC recipient')).toBeVisible()
    expect(screen.queryByText(/named in an unverified email/i)).toBeNull()
    expect(bodies('ticket_participants').filter(Boolean)).toEqual([
      [expect.objectContaining({ address: 'eve@partner.example' })],
    ])
    expect(document.body).not.toHaveFocus()
  })

  it('whom an unverified email named on an existing ticket are added below the line that says so', async () => {
    const event = (id: number, from_value: string | null, to_value: string) =>
      buildEvent({ id, actor_id: null, kind: 'copies_left_out', from_value, to_value, is_internal: true })
    const events = [
      event(1, null, 'bob@partner.example, eve@partner.example'),
      event(2, 'limit', 'full@partner.example'),
    ]
    const { bodies } = openWith([bob], {}, buildStaffDetail({ staff: { events } }))
    await userEvent.click(await screen.findByRole('button', { name: 'Add eve@partner.example to CC' }))
    expect(await screen.findByText('1 person added to CC')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Add .* to CC$/ })).toBeNull()
    expect(bodies('ticket_participants').filter(Boolean)).toEqual([
      [expect.objectContaining({ address: 'eve@partner.example' })],
    ])
    expect(document.body).not.toHaveFocus()
  })

  it('are announced below the reply', async () => {
    openWith([bob], { send_reply: replied() })
    expect(await screen.findByText('Also sent to 1 CC recipient')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Internal note' }))
    expect(screen.queryByText('Also sent to 1 CC recipient')).toBeNull()
  })
})

describe('forwarding', () => {
  it('sends the chosen public message with a note', async () => {
    const comments = [
      buildCommentRow({ id: 'c1', content: 'Public words', author_name: 'Cora' }),
      buildCommentRow({ id: 'c2', content: 'Secret words', is_internal: true }),
    ]
    const { bodies } = openTicket(buildStaffDetail({ comments }), { forward_message: () => ({ body: 'm1' }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Forward' }))
    const dialog = within(await screen.findByRole('dialog'))
    const options = dialog.getAllByRole('option').map(({ textContent }) => textContent)
    expect(options).toEqual(['Cora: Public words', expect.stringMatching(/^First message by/)])
    await userEvent.type(dialog.getByLabelText(/^To/), 'expert@partner.example')
    await userEvent.type(dialog.getByLabelText('Message (optional)'), 'Any idea?')
    await userEvent.click(dialog.getByRole('button', { name: 'Forward' }))
    expect(await screen.findByText('Forwarded to expert@partner.example')).toBeVisible()
    expect(bodies('forward_message')).toMatchObject([
      { recipient: 'expert@partner.example', comment_id: 'c1', note: 'Any idea?' },
    ])
  })

  it('keeps the dialog open with the reason of a refusal', async () => {
    openTicket(buildStaffDetail(), {
      forward_message: () => refusal(400, 'This address is blocked', 'address_blocked'),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Forward' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText(/^To/), 'expert@partner.example')
    await userEvent.click(dialog.getByRole('button', { name: 'Forward' }))
    expect(await dialog.findByText(/This address is blocked/)).toBeVisible()
  })

  it('keeps what is written while the dialog is closed, until it is sent', async () => {
    const { bodies } = openTicket(buildStaffDetail(), { forward_message: () => ({ body: 'm1' }) })
    const forward = async () => {
      await userEvent.click(await screen.findByRole('button', { name: 'Forward' }))
      return within(await screen.findByRole('dialog'))
    }
    const first = await forward()
    await userEvent.type(first.getByLabelText(/^To/), 'other@partner.example')
    await userEvent.type(first.getByLabelText('Message (optional)'), 'Any idea?')
    await userEvent.click(first.getByRole('button', { name: 'Close' }))
    const second = await forward()
    expect(second.getByText('Draft restored')).toBeVisible()
    expect(second.getByLabelText('Message (optional)')).toHaveValue('Any idea?')
    await userEvent.click(second.getByRole('button', { name: 'Forward' }))
    expect(await screen.findByText('Forwarded to other@partner.example')).toBeVisible()
    expect(bodies('forward_message')).toHaveLength(1)
    expect((await forward()).queryByText('Draft restored')).toBeNull()
  })
})
