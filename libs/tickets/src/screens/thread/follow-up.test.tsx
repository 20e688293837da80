// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildAttachment, buildCommentRow, CUSTOMER_ID, signInAs, TICKET_ID } from '../../testing'
import { stubIndexedDB } from '../../testing/stub-indexed-db'
import { box, openTicket, resetDevice, stubTicket, writeAndSend } from '../testing'

const LATER = '77777777-7777-4777-8777-777777777777'
const later = { id: LATER, number: 1005 }
const closed = { status: 'closed', closed_at: '2026-01-01T00:00:00Z' } as const

beforeEach(() => {
  resetDevice()
  stubIndexedDB()
  signInAs()
})

describe('a ticket that was closed long ago', () => {
  it('says before sending that a comment opens a new ticket, and does not speak of reopening', async () => {
    stubTicket({ ticket: closed, follow_up: { continued_in: null, opens: true } })
    openTicket()
    expect(await screen.findByText(/Your comment opens a new ticket, linked with this one/)).toBeVisible()
    expect(screen.getByText('This ticket is closed.')).toBeVisible()
    expect(screen.queryByText(/reply below to reopen/)).not.toBeInTheDocument()
    expect(screen.queryByText(/Continues in/)).not.toBeInTheDocument()
  })

  it('leads to its follow-up, and says that comments go there', async () => {
    stubTicket({ ticket: closed, follow_up: { continued_in: later, opens: false } })
    openTicket()
    const line = await screen.findByText(/Your comment is added to/)
    expect(line).toHaveTextContent(/Your comment is added to #1005, which continues it\.$/)
    expect(within(line).getByRole('link', { name: '#1005' })).toHaveAttribute('href', '/tickets/1005')
    const status = screen.getAllByRole('status').find((each) => /Continues in #1005/.test(each.textContent))
    expect(within(status!).getByRole('link', { name: '#1005' })).toHaveAttribute('href', '/tickets/1005')
  })

  it('says nothing of it on other tickets', async () => {
    stubTicket({ ticket: closed, follow_up: null })
    openTicket()
    await box()
    expect(screen.getByText(/reply below to reopen it/)).toBeVisible()
    expect(screen.queryByText(/closed a while ago/)).not.toBeInTheDocument()
  })

  it('uploads files to the new ticket, does not show the comment on the old one, and leads there', async () => {
    let sent = false
    const requests = stubTicket(
      () => ({ ticket: closed, follow_up: { continued_in: sent ? later : null, opens: !sent } }),
      (request) => {
        if (request.url.pathname.endsWith('/comments')) {
          sent = true
          const { content, request_id } = request.body as { content: string; request_id: string }
          return {
            status: 201,
            body: buildCommentRow({ id: 'saved', ticket_id: LATER, content, request_id }),
          }
        }
        if (request.url.pathname.startsWith('/storage/')) return { body: { Key: 'k' } }
        const row = request.body as object
        return { status: 201, body: { ...buildAttachment({ uploaded_by: CUSTOMER_ID }), ...row } }
      },
    )
    openTicket()
    const file = new File(['bytes'], 'one.png', { type: 'image/png' })
    fireEvent.drop(await box(), { dataTransfer: { files: [file], types: ['Files'] } })
    await writeAndSend('It smokes again.')
    expect(await screen.findByText(/Continues in/)).toBeVisible()
    expect(await screen.findByText('Your comment is in the ticket that continues this one.')).toBeVisible()
    expect(
      within(screen.getByRole('region', { name: 'Comments' })).queryByText('It smokes again.'),
    ).toBeNull()
    await waitFor(() =>
      expect(
        requests.filter(({ url }) => url.pathname.endsWith('/attachments')).map(({ body }) => body),
      ).toEqual([expect.objectContaining({ ticket_id: LATER, comment_id: 'saved', file_name: 'one.png' })]),
    )
    const stored = requests.filter(({ url }) => url.pathname.startsWith('/storage/'))
    expect(stored).not.toHaveLength(0)
    for (const { url } of stored) {
      expect(url.pathname).toContain(LATER)
      expect(url.pathname).not.toContain(TICKET_ID)
    }
  })
})
