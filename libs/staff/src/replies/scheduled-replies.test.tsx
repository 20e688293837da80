// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildCommentRow } from '@helpdesk/tickets/testing'
import { dropOpenDrafts } from '../drafts/use-ticket-draft'
import { errorTexts } from '../model/error-texts'
import { openTicket, OTHER_ID, refusal, signInAgent } from '../screens/testing'
import { box, open, sentNow, waiting, withWaiting } from './testing'

beforeEach(() => signInAgent())
afterEach(() => {
  dropOpenDrafts()
  localStorage.clear()
})

describe('a scheduled reply', () => {
  const scheduled = (reply = {}) =>
    withWaiting(waiting({ created_at: '2026-01-05T10:00:00Z' }), { is_scheduled: true, ...reply })

  it('is scheduled from the menu beside Send, and says so with Undo', async () => {
    const { bodies } = open(0)
    await userEvent.type(await box(), 'Tomorrow')
    await userEvent.click(screen.getByRole('button', { name: 'More ways to reply' }))
    await userEvent.click(screen.getByRole('menuitem', { name: /^Send tomorrow, / }))
    expect(await screen.findByRole('status')).toHaveTextContent(/Scheduled for/)
    const [{ send_at }] = bodies('queue_reply') as [{ send_at: string }]
    const at = new Date(send_at)
    expect([at.getHours(), at.getMinutes()]).toEqual([9, 0])
    expect(at.getTime()).toBeGreaterThan(Date.now())
    await userEvent.type(await box(), '{Control>}z{/Control}')
    await waitFor(async () => expect(await box()).toHaveValue('Tomorrow'))
  })

  it('is scheduled for a time of one’s own', async () => {
    const { bodies } = open(10)
    await userEvent.type(await box(), 'Later')
    await userEvent.click(screen.getByRole('button', { name: 'More ways to reply' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Pick a date and time…' }))
    const input = await screen.findByLabelText('Send the reply at')
    fireEvent.change(input, { target: { value: '2020-01-01T09:00' } })
    await userEvent.click(screen.getByRole('button', { name: 'Schedule' }))
    expect(screen.getByText('Choose a time to come')).toBeVisible()
    const time = `${new Date().getFullYear() + 1}-01-01T09:00`
    fireEvent.change(input, { target: { value: time } })
    await userEvent.click(screen.getByRole('button', { name: 'Schedule' }))
    await waitFor(() =>
      expect(bodies('queue_reply')).toMatchObject([{ send_at: new Date(time).toISOString() }]),
    )
  })

  it('says why it was not scheduled, and keeps the words', async () => {
    const refused = () => refusal(400, 'Too late', 'send_at_too_late')
    open(0, { queue_reply: refused })
    await userEvent.type(await box(), 'Tomorrow')
    await userEvent.click(screen.getByRole('button', { name: 'More ways to reply' }))
    await userEvent.click(screen.getByRole('menuitem', { name: /^Send tomorrow, / }))
    expect((await screen.findAllByText(errorTexts.send_at_too_late))[0]).toBeVisible()
    expect(await box()).toHaveValue('Tomorrow')
    expect(screen.queryByText(/^Scheduled for/)).toBeNull()
  })

  it('is edited, sent now or cancelled by its author, with a way back', async () => {
    const { bodies } = openTicket(scheduled(), {
      comments: () => ({ body: [{ id: 'w1' }] }),
      send_waiting_reply: () => sentNow('See the invoice'),
    })
    expect(await screen.findByText(/^Scheduled for Mon, Jan 5, 2099/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Send now' }))
    await waitFor(() => expect(bodies('send_waiting_reply')).toHaveLength(1))
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    await screen.findByText('Reply cancelled')
    expect(await box()).toHaveValue('')
    await userEvent.click(
      within(screen.getByRole('region', { name: 'Notifications' })).getByRole('button', { name: 'Undo' }),
    )
    await waitFor(async () => expect(await box()).toHaveValue('See the invoice'))
  })

  it('asks again once the customer wrote', async () => {
    const detail = scheduled()
    detail.comments.push(
      buildCommentRow({
        id: 'c2',
        author_role: 'customer',
        content: 'Never mind',
        created_at: '2026-01-05T11:00:00Z',
      }),
    )
    openTicket(detail)
    expect(await screen.findByText('The customer wrote since.')).toBeVisible()
    for (const name of ['Send anyway', 'Edit', 'Cancel'])
      expect(screen.getByRole('button', { name })).toBeVisible()
  })

  it('of somebody who left is cancelled by an admin', async () => {
    signInAgent('admin')
    const detail = scheduled({ held_for: 'author_left' })
    detail.comments = [waiting({ user_id: OTHER_ID })]
    openTicket(detail)
    expect(await screen.findByText('Not sent: its author is no longer in the team.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Send anyway' })).toBeNull()
  })
})
