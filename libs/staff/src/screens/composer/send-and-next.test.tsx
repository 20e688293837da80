// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dropOpenDrafts } from '../../drafts/use-ticket-draft'
import { renderAt, stubBackend, TICKET_ID } from '@helpdesk/tickets/testing'
import { TicketDetailScreen } from '@helpdesk/tickets/screens/detail/TicketDetailScreen'
import { ticketCommands } from '../../state/ticket-commands'
import { StaffComposer } from './StaffComposer'
import { buildStaffDetail, refusal, replied, signInAgent } from '../testing'

const next = vi.fn()
function open(reply: Parameters<typeof stubBackend>[0] = replied(), onNext: (() => void) | undefined = next) {
  const sent = stubBackend((request) =>
    request.url.pathname.endsWith('get_ticket_detail')
      ? { body: buildStaffDetail() }
      : request.url.pathname.endsWith('send_reply')
        ? reply(request)
        : { body: [] },
  )
  renderAt(`/tickets/${TICKET_ID}`, [
    {
      path: '/tickets/:id',
      element: (
        <TicketDetailScreen composer={(detail) => <StaffComposer detail={detail} onNext={onNext} />} />
      ),
    },
  ])
  return () => sent.filter(({ url }) => url.pathname.endsWith('send_reply')).map(({ body }) => body)
}
const box = () => screen.findByPlaceholderText('Add a comment...')

beforeEach(() => {
  next.mockClear()
  signInAgent()
})
afterEach(() => {
  dropOpenDrafts()
  localStorage.clear()
})

describe('send and next', () => {
  it('sends with Ctrl+Shift+Enter, then opens the next ticket', async () => {
    const replies = open()
    await userEvent.type(await box(), 'All done{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    await waitFor(() => expect(next).toHaveBeenCalledOnce())
    expect(replies()).toMatchObject([{ content: 'All done', is_internal: false }])
  })

  it('is available as a command, while Ctrl+Enter stays on the ticket', async () => {
    const replies = open()
    await userEvent.type(await box(), 'First{Control>}{Enter}{/Control}')
    await waitFor(() => expect(replies()).toHaveLength(1))
    await waitFor(async () => expect(await box()).toHaveValue(''))
    expect(next).not.toHaveBeenCalled()
    await userEvent.type(await box(), 'Second')
    act(() => ticketCommands().sendAndNext?.())
    await waitFor(() => expect(next).toHaveBeenCalledOnce())
    expect(replies()).toMatchObject([{ content: 'First' }, { content: 'Second' }])
  })

  it('stays on the ticket and keeps the text when the server refuses', async () => {
    open(() => refusal(403, 'You do not have permission to update this ticket', 'ticket_forbidden', '42501'))
    await userEvent.type(await box(), 'Not mine{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    expect(await screen.findByText('Nothing was sent. Your text is still here.')).toBeVisible()
    expect(await box()).toHaveValue('Not mine')
    expect(next).not.toHaveBeenCalled()
  })

  it('solves as well with Ctrl+Shift and the key of the full stop', async () => {
    const replies = open()
    await userEvent.type(await box(), 'All done')
    fireEvent.keyDown(await box(), { key: '>', code: 'Period', ctrlKey: true, shiftKey: true })
    await waitFor(() => expect(next).toHaveBeenCalledOnce())
    expect(replies()).toMatchObject([{ content: 'All done', new_status: 'solved' }])
  })

  it('does nothing with an empty box', async () => {
    const replies = open()
    await userEvent.type(await box(), '  {Control>}{Shift>}{Enter}{/Shift}{/Control}')
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(replies()).toEqual([])
    expect(next).not.toHaveBeenCalled()
  })
})
