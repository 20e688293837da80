// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dropOpenDrafts } from '../drafts/use-ticket-draft'
import { errorTexts } from '../model/error-texts'
import { AGENT_ID, openTicket, OTHER_ID, refusal, signInAgent } from '../screens/testing'
import { box, sentNow, waiting, withWaiting } from './testing'

beforeEach(() => signInAgent())
afterEach(() => {
  dropOpenDrafts()
  localStorage.clear()
})

describe('a waiting reply of an earlier page', () => {
  it('is taken back with its stored files', async () => {
    const detail = withWaiting()
    detail.attachments = [
      {
        id: 'a1',
        ticket_id: detail.ticket.id,
        comment_id: 'w1',
        file_name: 'stored.txt',
        file_type: 'text/plain',
        file_size: 5,
        storage_path: 'x/stored.txt',
        uploaded_by: AGENT_ID,
        created_at: '2026-01-05T10:00:00Z',
      },
    ]
    openTicket(detail, {
      comments: () => ({ body: [{ id: 'w1' }] }),
      'stored.txt': () => ({ body: 'bytes' }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await box()).toHaveValue('See the invoice'))
    const form = within(screen.getByRole('region', { name: 'Write' }))
    expect(await form.findByText('stored.txt')).toBeVisible()
  })

  it('is left to the server while its time is more than a timer holds', async () => {
    // As after a change of the clock.
    const { bodies } = openTicket(withWaiting())
    expect(await screen.findByText('Sent in a few seconds')).toBeVisible()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(bodies('send_waiting_reply')).not.toContainEqual({ comment_id: 'w1' })
  })

  it('is shown to colleagues without its commands', async () => {
    openTicket(withWaiting(waiting({ user_id: OTHER_ID, author_name: 'Jun Takahashi' })))
    expect(await screen.findByText('Sent in a few seconds')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    expect(screen.queryByText('Internal Note')).toBeNull()
  })

  it('says why it was held, and is sent by its author', async () => {
    const { bodies } = openTicket(withWaiting(undefined, { held_for: 'failed' }), {
      send_waiting_reply: () => sentNow('See the invoice'),
    })
    expect(await screen.findByText('Not sent: the ticket could not be changed with it.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Edit' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Send anyway' }))
    await waitFor(() => expect(bodies('send_waiting_reply')).toMatchObject([{ comment_id: 'w1' }]))
  })

  it('of a merged ticket is sent from the ticket that shows it', async () => {
    const { bodies, detail } = openMerged(null)
    expect(await screen.findByText(/^Scheduled for/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Send now' }))
    await waitFor(() =>
      expect(bodies('send_waiting_reply')).toEqual([{ comment_id: 'w1', shown_on: detail.ticket.id }]),
    )
  })

  it('of a merged ticket says that others would get it, and is sent anyway, edited or cancelled', async () => {
    const { bodies, detail } = openMerged('ticket_merged')
    expect(await screen.findByText('Not sent: after a merge, others would get it too.')).toBeVisible()
    for (const name of ['Edit', 'Cancel']) expect(screen.getByRole('button', { name })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Send anyway' }))
    await waitFor(() =>
      expect(bodies('send_waiting_reply')).toEqual([{ comment_id: 'w1', shown_on: detail.ticket.id }]),
    )
  })

  it('says why it was not sent, and stays', async () => {
    openMerged(null, () => refusal(409, 'Uploading', 'reply_uploading'))
    await userEvent.click(await screen.findByRole('button', { name: 'Send now' }))
    expect(await screen.findByText(errorTexts.reply_uploading)).toBeVisible()
    expect(screen.getByText(/^Scheduled for/)).toBeVisible()
  })

  /** A scheduled reply of a ticket that was merged into the one on the page. */
  function openMerged(held_for: string | null, answer = () => sentNow('See the invoice')) {
    const comment = { ...waiting({ ticket_id: 'merged' }), ticket_number: 9 }
    const detail = withWaiting(comment, { is_scheduled: true, held_for })
    return { detail, ...openTicket(detail, { send_waiting_reply: answer }) }
  }
})
