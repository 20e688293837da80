// @vitest-environment jsdom
import { TICKET_ID, type SentRequest } from '@helpdesk/tickets/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ticketCommands } from '../../state/ticket-commands'
import { signInAgent } from '../testing'
import { box, open, row, written, type Sent } from './testing'

beforeEach(() => signInAgent())
afterEach(() => localStorage.clear())

describe('reply to all incidents', () => {
  it('shows of each who gets an email, and what status it gets', async () => {
    const { dialog } = await open([
      row(1, { copies: ['Bob', 'Eve'] }),
      row(2, { mail: 'undeliverable', may_change: false, assignee_name: 'Jun', status: 'pending' }),
      row(3, { mail: 'no_address', assigned_to: null, merged: [8, 9], waits: true }),
      row(4, { status: 'closed' }),
      row(5, { status: 'solved', mail: 'no_mails' }),
    ])
    const says = (number: number) =>
      dialog.getByRole('checkbox', { name: new RegExp(`^#${number} `) }).closest('label')
    expect(says(1)).toHaveTextContent('#1 Customer 1Email to Customer 1. Copies to Bob, Eve · Stays Open')
    expect(says(2)).toHaveTextContent('No email to Customer 2: earlier ones came back · Stays Pending')
    expect(says(3)).toHaveTextContent(
      'No email to Customer 3: there is no address · Becomes In Progress · With #8, #9, merged into it · A reply is not sent yet · Assigned to you',
    )
    expect(dialog.getByRole('checkbox', { name: /^#4 / })).not.toBeChecked()
    expect(says(4)).toHaveTextContent('Gets no reply · Stays Closed')
    expect(says(7)).toHaveTextContent('#7 Customer 7 (the problem itself)')
    expect(dialog.getByRole('checkbox', { name: /^#7 / })).not.toBeChecked()
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Also solve them' }))
    expect(says(1)).toHaveTextContent('Becomes Solved')
    expect(says(2)).toHaveTextContent('Stays Pending: assigned to Jun')
    expect(says(5)).toHaveTextContent('No email to Customer 5: they get none about replies · Stays Solved')
    expect(dialog.getByRole('button', { name: 'Reply to 4 tickets' })).toBeDisabled()
  })

  it('sends one text to those that are chosen, and one Undo takes all back into the box', async () => {
    const { dialog, sent, requests } = await open([row(1), row(2), row(3)])
    await userEvent.type(box(), 'It works again')
    await userEvent.click(dialog.getByRole('checkbox', { name: /^#2 / }))
    await userEvent.click(dialog.getByRole('checkbox', { name: /^#7 / }))
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Also solve them' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Reply to 3 tickets' }))
    expect(await screen.findByText('3 replies are sent in 10 seconds')).toBeVisible()
    expect(sent()).toEqual([
      {
        problem: TICKET_ID,
        ticket_ids: ['i1', 'i3', TICKET_ID],
        seen: [1, 3, 7],
        contents: ['It works again'],
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        new_status: 'solved',
      },
    ])
    expect(screen.queryByRole('dialog')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('3 replies taken back')).toBeVisible()
    const taken = requests.find(
      ({ method, url }) => method === 'DELETE' && url.pathname.endsWith('/comments'),
    )
    expect(taken?.url.searchParams.get('id')).toBe(`in.(c-i1,c-i3,c-${TICKET_ID})`)
    await userEvent.click(screen.getByRole('button', { name: 'Reply to all…' }))
    expect(await screen.findByRole('textbox', { name: /^Reply/ })).toHaveValue('It works again')
  })

  it('sends once for a double click, and the same request again after a failure', async () => {
    let fails = true
    const { dialog, sent } = await open(
      [row(1), row(2)],
      {},
      {
        reply_to_incidents: () => {
          const answer = fails
            ? { status: 503, body: {} }
            : { body: { results: [written('i1'), written('i2')] } }
          fails = false
          return answer
        },
      },
    )
    await userEvent.type(box(), 'Once')
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Reply to 2 tickets' }))
    expect(await dialog.findByText('Not sent')).toBeVisible()
    expect(sent()).toHaveLength(1)
    await userEvent.click(dialog.getByRole('button', { name: 'Reply to 2 tickets' }))
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[1]?.request_id).toBe(sent()[0]?.request_id)
  })

  it('names those that were left out, keeps the text, and sends to no ticket twice', async () => {
    const refused = { i2: 'customer_wrote' }
    const { dialog, sent } = await open([row(1), row(2)], refused)
    await userEvent.type(box(), 'Twice never')
    await userEvent.click(dialog.getByRole('button', { name: 'Reply to 2 tickets' }))
    expect(await dialog.findByText('#2: The customer wrote since you looked')).toBeVisible()
    expect(box()).toHaveValue('Twice never')
    expect(dialog.getByRole('checkbox', { name: /^#1 / })).toBeDisabled()
    expect(screen.getByText('1 reply is sent in 10 seconds')).toBeVisible()
    await userEvent.click(await dialog.findByRole('button', { name: 'Reply to 1 ticket' }))
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[1]?.ticket_ids).toEqual(['i2'])
  })

  it('takes back in the dialog what was written before others were refused', async () => {
    const { dialog, requests } = await open([row(1), row(2)], { i2: 'colleague_wrote' })
    await userEvent.type(box(), 'Not like this')
    await userEvent.click(dialog.getByRole('button', { name: 'Reply to 2 tickets' }))
    expect(await dialog.findByText('1 reply is not sent yet')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('1 reply taken back')).toBeVisible()
    await waitFor(() => expect(dialog.getByRole('checkbox', { name: /^#1 / })).toBeEnabled())
    expect(dialog.queryByText('1 reply is not sent yet')).toBeNull()
    expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })

  it('fills placeholders for each, and names those that it cannot fill', async () => {
    const { dialog, sent } = await open([row(1), row(2, { requester_name: '{{agent.name}}' })])
    await userEvent.type(box(), 'Dear {{{{customer.name|customer}} of {{{{ticket.number}}, {{{{weather}}')
    expect(dialog.getByText('Fill in {{weather}}')).toBeVisible()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.contents).toEqual([
      'Dear Customer 1 of #1, {{weather}}',
      'Dear customer of #2, {{weather}}',
    ])
  })

  it('is not sent with a placeholder that a ticket cannot fill, until that ticket is left out', async () => {
    const { dialog, sent } = await open([row(1), row(2, { requester_name: 'someone@example.com' })])
    await userEvent.type(box(), 'Dear {{{{customer.first_name}}, it works.')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(await dialog.findByText(/^\{\{customer.first_name\}\} cannot be filled in for #2/)).toBeVisible()
    expect(box()).toHaveFocus()
    expect(box()).toBeInvalid()
    await userEvent.click(dialog.getByRole('checkbox', { name: /#2/ }))
    expect(box()).toBeValid()
    await userEvent.click(dialog.getByRole('button', { name: 'Reply to 1 ticket' }))
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.contents).toEqual(['Dear Customer, it works.'])
  })

  it('is not sent with a placeholder that no ticket fills', async () => {
    const { dialog, sent } = await open([row(1)])
    await userEvent.type(box(), 'See {{{{ticket.link}}')
    await userEvent.click(dialog.getByRole('button', { name: 'Reply to 1 ticket' }))
    expect(await dialog.findByText('{{ticket.link}} cannot be filled in')).toBeVisible()
    expect(sent()).toEqual([])
    await userEvent.keyboard('this')
    await userEvent.click(dialog.getByRole('button', { name: 'Reply to 1 ticket' }))
    await waitFor(() => expect(sent()[0]?.contents).toEqual(['See this']))
  })

  it('asks in parts of 20, and says what was written when a later part fails', async () => {
    let calls = 0
    const { dialog, sent } = await open(
      Array.from({ length: 50 }, (_, n) => row(n + 1, { messages: 0 })),
      {},
      {
        reply_to_incidents: ({ body }: SentRequest) =>
          ++calls === 2
            ? { status: 503, body: {} }
            : { body: { results: (body as Sent).ticket_ids.map(written) } },
      },
    )
    await userEvent.type(box(), 'Many')
    await userEvent.click(dialog.getByRole('button', { name: 'Reply to 50 tickets' }))
    expect(await dialog.findByText('Not sent')).toBeVisible()
    expect(screen.getByText('20 replies are sent in 10 seconds')).toBeVisible()
    await userEvent.click(await dialog.findByRole('button', { name: 'Reply to 30 tickets' }))
    await waitFor(() => expect(sent().map(({ ticket_ids }) => ticket_ids.length)).toEqual([20, 20, 20, 10]))
  })

  it('keeps the text while it is closed, and says what could not be loaded', async () => {
    let fails = false
    const { dialog } = await open(
      [row(1)],
      {},
      {
        preview_incident_reply: () =>
          fails ? { status: 503, body: {} } : { body: { undo_send_seconds: 10, tickets: [row(1)] } },
      },
    )
    await userEvent.type(box(), 'Later')
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    fails = true
    ticketCommands().replyToIncidents?.()
    expect(await screen.findByText('Who gets what could not be loaded')).toBeVisible()
    expect(box()).toHaveValue('Later')
    fails = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('checkbox', { name: /^#1 / })).toBeChecked()
  })

  it('says that no incident is left, and gives the focus back to its button', async () => {
    let gone = false
    const problem = row(7, { id: TICKET_ID, is_problem: true })
    const { dialog } = await open(
      [row(1)],
      { i1: 'not_an_incident' },
      {
        preview_incident_reply: () => ({
          body: { undo_send_seconds: 10, tickets: gone ? [problem] : [row(1), problem] },
        }),
      },
    )
    await userEvent.type(box(), 'Late')
    gone = true
    await userEvent.click(dialog.getByRole('button', { name: 'Reply to 1 ticket' }))
    expect(await dialog.findByText('This ticket has no incidents.')).toBeVisible()
    expect(dialog.getByText('#1: This ticket is no incident of the problem any more')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('button', { name: 'Reply to all…' })).toHaveFocus()
  })
})
