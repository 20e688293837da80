import { screen, within } from '@testing-library/react'
import { z } from '@helpdesk/supabase'
import { commentRowSchema, type TicketDetail } from '@helpdesk/tickets/model/rows'
import { buildCommentRow } from '@helpdesk/tickets/testing'
import { AGENT_ID, buildStaffDetail, openTicket, replied, type Answers } from '../screens/testing'

export const box = () => screen.findByPlaceholderText('Add a comment...')
export const send = () => screen.getByRole('button', { name: 'Send' })
export const thread = () => within(screen.getByRole('region', { name: 'Comments' }))
export const waiting = (overrides = {}) =>
  buildCommentRow({
    id: 'w1',
    user_id: AGENT_ID,
    author_name: 'Avery Agent',
    author_role: 'agent',
    content: 'See the invoice',
    is_internal: true,
    send_at: '2099-01-05T10:00:00Z',
    ...overrides,
  })
export const withWaiting = (comment = waiting(), reply = {}): TicketDetail =>
  buildStaffDetail({
    comments: [comment],
    staff: {
      undo_send_seconds: 10,
      waiting_replies: [{ comment_id: 'w1', is_scheduled: false, held_for: null, ...reply }],
    },
  })

/** The answer of `send_waiting_reply`. */
export const sentNow = (content: string) =>
  replied()({
    method: 'POST',
    url: new URL('http://backend.test/rpc/send_waiting_reply'),
    body: { content },
  })

/** A ticket whose replies wait for so many seconds. */
export function open(seconds: number, answers: Answers = {}) {
  let comments: TicketDetail['comments'] = []
  const detail = () => buildStaffDetail({ comments, staff: { undo_send_seconds: seconds } })
  return openTicket(detail, {
    queue_reply: (request) => {
      const answer = replied()(request)
      comments = [z.parse(z.object({ comment: commentRowSchema }), answer.body).comment]
      return answer
    },
    comments: () => {
      comments = []
      return { body: [{ id: 'w1' }] }
    },
    ...answers,
  })
}
