// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dropOpenDrafts } from '../../drafts/use-ticket-draft'
import { buildCommentRow, buildTicket } from '@helpdesk/tickets/testing'
import type { TicketStatus } from '@helpdesk/tickets/model/statuses'
import { ticketCommands } from '../../state/ticket-commands'
import {
  AGENT_ID,
  buildEvent,
  buildStaffDetail,
  openTicket,
  OTHER_ID,
  refusal,
  replied,
  signInAgent,
} from '../testing'

const box = () => screen.findByPlaceholderText('Add a comment...')
const send = () => screen.getByRole('button', { name: 'Send' })
const changed = () => refusal(409, 'The ticket has changed since you opened it', 'ticket_changed', 'PT409')

beforeEach(() => signInAgent())
afterEach(() => {
  dropOpenDrafts()
  localStorage.clear()
})

describe('sending', () => {
  it('sends a reply with the seen version and clears the box and its drafts', async () => {
    let sent = false
    const comments = [buildCommentRow({ id: 'c-All good now', content: 'All good now', user_id: AGENT_ID })]
    const { bodies } = openTicket(() => buildStaffDetail(sent ? { comments } : {}), {
      send_reply: (request) => ((sent = true), replied()(request)),
    })
    expect(await box()).toHaveValue('')
    expect(send()).toBeDisabled()
    await userEvent.type(await box(), ' All good now ')
    await userEvent.click(send())
    expect(await screen.findByText('Comment added')).toBeVisible()
    expect(screen.getByText('Your comment has been added successfully.')).toBeVisible()
    expect(screen.getByText('All good now')).toBeVisible()
    expect(bodies('send_reply')).toMatchObject([
      {
        content: 'All good now',
        is_internal: false,
        seen_at: '2026-01-05T10:00:00+00:00',
        seen_version: 1,
      },
    ])
    expect(await box()).toHaveValue('')
    // The save in progress is followed by the clearing one a second later.
    await waitFor(() => expect(Object.keys(localStorage)).toEqual(['helpdesk-device']), { timeout: 10_000 })
  })

  it('keeps a pasted text that is too long and does not send it', async () => {
    const { bodies } = openTicket(buildStaffDetail(), { send_reply: replied() })
    await userEvent.click(await box())
    await userEvent.paste('x'.repeat(13_889))
    expect(await box()).toHaveValue('x'.repeat(13_889))
    expect(screen.getByText('3,889 characters too long')).toBeVisible()
    expect(send()).toBeDisabled()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(bodies('send_reply')).toEqual([])
  })

  it('sends an internal note', async () => {
    const { bodies } = openTicket(buildStaffDetail(), { send_reply: replied() })
    await box()
    await userEvent.click(screen.getByRole('button', { name: 'Internal note' }))
    await userEvent.type(screen.getByPlaceholderText(/only staff can read/), 'Between us')
    await userEvent.click(send())
    expect(await screen.findByText('Note added')).toBeVisible()
    expect(bodies('send_reply')).toMatchObject([{ content: 'Between us', is_internal: true }])
  })

  it('keeps separate texts for reply and note', async () => {
    openTicket(buildStaffDetail())
    await userEvent.type(await box(), 'for the customer')
    await userEvent.click(screen.getByRole('button', { name: 'Internal note' }))
    expect(screen.getByPlaceholderText(/only staff can read/)).toHaveValue('')
    await userEvent.click(screen.getByRole('button', { name: 'Reply' }))
    expect(await box()).toHaveValue('for the customer')
  })

  it('sends and sets the status in one call', async () => {
    let status: 'in_progress' | 'solved' = 'in_progress'
    const { bodies } = openTicket(() => buildStaffDetail({ ticket: { status } }), {
      send_reply: (request) => ((status = 'solved'), replied({ status })(request)),
    })
    await userEvent.type(await box(), 'Done')
    await userEvent.click(screen.getByRole('button', { name: 'More ways to reply' }))
    const menu = screen.getByRole('menu')
    expect(within(menu).queryByText('Reply and set to In Progress')).toBeNull()
    await userEvent.click(within(menu).getByText('Reply and solve'))
    await screen.findByText('Comment added')
    expect(bodies('send_reply')).toMatchObject([{ content: 'Done', new_status: 'solved' }])
    await waitFor(() => expect(screen.getByLabelText('Status')).toHaveValue('solved'))
  })

  it.each([
    ['{Control>}.{/Control}', 'solved'],
    ['{Control>},{/Control}', 'pending'],
  ])('sends with %s and sets the status to %s', async (keys, status) => {
    const { bodies } = openTicket(buildStaffDetail(), { send_reply: replied() })
    await userEvent.type(await box(), `Done${keys}`)
    await waitFor(() => expect(bodies('send_reply')).toMatchObject([{ content: 'Done', new_status: status }]))
  })

  it.each([
    ['{Control>}.{/Control}', 'solved', '#1042 set to Solved'],
    ['{Control>},{/Control}', 'pending', '#1042 set to Pending'],
  ])('sets the status alone with %s in an empty box', async (keys, status, text) => {
    const { bodies } = openTicket(buildStaffDetail({ ticket: { number: 1042 } }), {
      tickets: () => ({ body: [buildTicket({ number: 1042, status: status as TicketStatus })] }),
      send_reply: replied(),
    })
    await userEvent.type(await box(), keys)
    expect(await screen.findByText(text)).toBeVisible()
    expect(bodies('tickets')).toEqual([{ status }])
    expect(bodies('send_reply')).toEqual([])
  })

  it('says what a reply did to which ticket', async () => {
    openTicket(buildStaffDetail({ ticket: { number: 1042, assigned_to: null }, assignee: null }), {
      send_reply: replied({ status: 'solved', assigned_to: AGENT_ID }),
    })
    await userEvent.type(await box(), 'Done{Control>}.{/Control}')
    expect(await screen.findByText('Comment added')).toBeVisible()
    expect(
      screen.getByText('Your comment has been added successfully. #1042 assigned to you and set to Solved.'),
    ).toBeVisible()
  })

  it('says that a reply takes an unassigned ticket, and that a note does not', async () => {
    openTicket(buildStaffDetail({ ticket: { assigned_to: null }, assignee: null }))
    await box()
    expect(send()).toHaveAccessibleDescription('Replying assigns this ticket to you')
    await userEvent.click(screen.getByRole('button', { name: 'Internal note' }))
    expect(screen.queryByText('Replying assigns this ticket to you')).toBeNull()
  })

  it('offers no status on a colleague’s ticket, and says why', async () => {
    const jun = { id: OTHER_ID, name: 'Jun Takahashi' }
    const { bodies } = openTicket(buildStaffDetail({ ticket: { assigned_to: OTHER_ID }, assignee: jun }), {
      send_reply: replied({ assigned_to: OTHER_ID }),
    })
    await userEvent.type(await box(), 'Hello{Control>}.{/Control}')
    await userEvent.click(screen.getByRole('button', { name: 'More ways to reply' }))
    expect(screen.queryByText('Reply and solve')).toBeNull()
    expect(
      screen.getByText('Only Jun Takahashi can change the status. Take over to change it yourself.'),
    ).toBeVisible()
    expect(bodies('send_reply')).toEqual([])
    await userEvent.click(send())
    await waitFor(() => expect(bodies('send_reply')).toMatchObject([{ content: 'Hello' }]))
    expect(bodies('send_reply')[0]).not.toHaveProperty('new_status')
  })

  it('formats the selection with Ctrl+B', async () => {
    openTicket(buildStaffDetail())
    await userEvent.type(await box(), 'bold', { initialSelectionStart: 0 })
    const field = await box()
    if (field instanceof HTMLTextAreaElement) field.setSelectionRange(0, 4)
    await userEvent.keyboard('{Control>}b{/Control}')
    expect(field).toHaveValue('**bold**')
  })

  it('keeps the text and shows the reason when the server refuses', async () => {
    const forbidden = 'You do not have permission to update this ticket'
    openTicket(buildStaffDetail(), { send_reply: () => refusal(400, forbidden, 'ticket_forbidden') })
    await userEvent.type(await box(), 'Precious words')
    await userEvent.click(send())
    expect(await screen.findByText('Failed to add comment. Please try again.')).toBeVisible()
    expect(screen.getByText(forbidden)).toBeVisible()
    expect(await box()).toHaveValue('Precious words')
    // The optimistic comment was removed.
    expect(screen.getByText('No comments yet. Be the first to comment!')).toBeVisible()
  })

  it('retries with the same request id', async () => {
    let lost = true
    const { bodies } = openTicket(buildStaffDetail(), {
      send_reply: (request) => (lost ? { status: 500, body: {} } : replied()(request)),
    })
    await userEvent.type(await box(), 'Once')
    await userEvent.click(send())
    await screen.findByText('Failed to add comment. Please try again.')
    lost = false
    await userEvent.click(send())
    await screen.findByText('Comment added')
    const ids = bodies('send_reply').map((body) => (body as { request_id: string }).request_id)
    expect(ids).toHaveLength(2)
    expect(ids[0]).toBe(ids[1])
  })
})

it('uploads chosen files to the sent comment', async () => {
  const { bodies, container } = openTicket(buildStaffDetail(), { send_reply: replied() })
  await userEvent.type(await box(), 'See the picture')
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const input = container.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no file input')
  await userEvent.upload(input, new File([png], 'photo.png', { type: 'image/png' }))
  expect(await screen.findByText('photo.png')).toBeVisible()
  await userEvent.click(send())
  await screen.findByText('Comment added')
  await waitFor(() =>
    expect(bodies('attachments')).toMatchObject([
      { comment_id: 'c-See the picture', file_name: 'photo.png' },
    ]),
  )
})

describe('concurrent changes', () => {
  const before = buildStaffDetail()
  const after = buildStaffDetail({
    loaded_at: '2026-01-05T10:09:00+00:00',
    comments: [
      buildCommentRow({ content: 'Never mind, it works again', created_at: '2026-01-05T10:05:00+00:00' }),
    ],
    staff: { events: [buildEvent({ created_at: '2026-01-05T10:06:00+00:00' })] },
  })

  it('block sending, are listed, and can be overridden', async () => {
    let now = before
    const { bodies } = openTicket(() => now, {
      send_reply: (request) =>
        (request.body as { seen_at: string }).seen_at < after.loaded_at ? changed() : replied()(request),
    })
    await userEvent.type(await box(), 'Please restart it')
    now = after
    await userEvent.click(send())
    expect(await screen.findByText('The ticket has changed since you opened it')).toBeVisible()
    expect(screen.getByText('Nothing was sent. Your text is still here.')).toBeVisible()
    expect(screen.getAllByText('Never mind, it works again').length).toBe(2)
    expect(screen.getAllByText(/changed the status from Open to Pending/).length).toBe(2)
    expect(await box()).toHaveValue('Please restart it')

    await userEvent.click(screen.getByRole('button', { name: 'Send anyway' }))
    expect(await screen.findByText('Comment added')).toBeVisible()
    const sent = bodies('send_reply') as { seen_at: string; request_id: string }[]
    expect(sent.map((each) => each.seen_at)).toEqual([before.loaded_at, after.loaded_at])
    expect(sent[0]?.request_id).toBe(sent[1]?.request_id)
    expect(screen.queryByText('The ticket has changed since you opened it')).toBeNull()
  })

  it('exclude your own', async () => {
    const mine = { events: [buildEvent({ actor_id: AGENT_ID })] }
    openTicket(buildStaffDetail({ staff: mine }))
    await userEvent.type(await box(), 'x')
    expect(screen.queryByText('The ticket has changed since you opened it')).toBeNull()
  })
})

it('provides its commands while the ticket is open', async () => {
  const { router, bodies } = openTicket(buildStaffDetail(), {
    send_reply: replied(),
    tickets: () => ({ body: [buildStaffDetail({ ticket: { priority: 'low' } }).ticket] }),
  })
  await userEvent.type(await box(), 'by key')
  ticketCommands().setPriority?.('low')
  await waitFor(() => expect(bodies('tickets')).toMatchObject([{ priority: 'low' }]))
  ticketCommands().focusNote?.()
  await waitFor(() => expect(screen.getByPlaceholderText(/only staff can read/)).toHaveFocus())
  ticketCommands().openMacros?.()
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Find a macro' })).toHaveFocus())
  await userEvent.keyboard('{Escape}')
  ticketCommands().focusReply?.()
  await waitFor(async () => expect(await box()).toHaveFocus())
  ticketCommands().send?.()
  await screen.findByText('Comment added')
  // The block of people in copy is loaded later.
  await waitFor(() =>
    expect(Object.keys(ticketCommands()).sort()).toEqual(
      [
        ...['focusNote', 'focusReply', 'openMacros', 'send', 'sendAndSolve', 'sendAndWait'],
        ...['setPriority', 'setStatus', 'assign', 'addTag'],
        ...['insertMacro', 'follow', 'forward', 'addPerson', 'link', 'merge', 'snooze'],
        'presentValue',
      ].sort(),
    ),
  )
  await router.navigate('/elsewhere')
  await waitFor(() => expect(ticketCommands()).toEqual({}))
})
