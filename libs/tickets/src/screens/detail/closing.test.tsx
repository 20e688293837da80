// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Ticket } from '../../model/rows'
import { buildTicket, CUSTOMER_ID, signInAs, TICKET_ID, type SentRequest } from '../../testing'
import { openTicket, refusal, resetDevice, savedComment, stubTicket } from '../testing'

beforeEach(() => {
  resetDevice()
  signInAs()
})

const history = [
  {
    id: 'e1',
    kind: 'status',
    actor_id: CUSTOMER_ID,
    from_value: 'in_progress',
    to_value: 'closed',
    is_internal: false,
    created_at: '2026-01-05T11:00:00+00:00',
  },
]

/** A ticket that the customer may change and comment on. */
function stubChanging(ticket: Partial<Ticket> = {}) {
  let changes: object | null = null
  const comments: ReturnType<typeof savedComment>['body'][] = []
  return stubTicket(
    () => ({ ticket: { ...ticket, ...changes }, comments, events: changes ? history : [] }),
    (request) => {
      if (request.method !== 'PATCH') {
        const saved = savedComment(request)
        comments.push(saved.body)
        return saved
      }
      changes = request.body as object
      return { body: [buildTicket({ ...ticket, ...changes })] }
    },
  )
}
const closeButton = () => screen.findByRole('button', { name: 'Close ticket' })
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('closing', () => {
  it('saves one of the common reasons', async () => {
    const sent = stubChanging()
    openTicket()
    await userEvent.click(await closeButton())
    const form = await dialog('Close ticket')
    await userEvent.click(form.getByLabelText('I found a solution myself'))
    await userEvent.click(form.getByRole('button', { name: 'Close ticket' }))
    expect(await screen.findByText('Closed because: I found a solution myself')).toBeVisible()
    expect(screen.getByText('Ticket closed')).toBeVisible()
    expect(screen.getByText('closed')).toBeVisible()
    expect(await screen.findByText(/changed the status from In Progress to Closed/)).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Close ticket' })).toBeNull()
    // The focus moves to the button that replaced the clicked one.
    expect(screen.getByRole('button', { name: 'Reopen' })).toHaveFocus()
    expect(sent[0]).toMatchObject({
      method: 'PATCH',
      body: { status: 'closed', close_reason: 'I found a solution myself' },
    })
  })

  it('requires a custom reason of at most 500 characters', async () => {
    const sent = stubChanging()
    openTicket()
    await userEvent.click(await closeButton())
    const form = await dialog('Close ticket')
    await userEvent.click(form.getByLabelText('Another reason'))
    const words = form.getByLabelText('Your reason')
    await userEvent.click(words)
    await userEvent.paste('x'.repeat(501))
    expect(form.getByText('1 character too long')).toBeVisible()
    await userEvent.click(form.getByRole('button', { name: 'Close ticket' }))
    expect(sent).toHaveLength(0)
    await userEvent.clear(words)
    await userEvent.type(words, '   ')
    await userEvent.click(form.getByRole('button', { name: 'Close ticket' }))
    expect(form.getByText('Please give a reason')).toBeVisible()
    expect(sent).toHaveLength(0)
    await userEvent.type(words, 'New printer ')
    await userEvent.click(form.getByRole('button', { name: 'Close ticket' }))
    await waitFor(() => expect(sent[0]?.body).toEqual({ status: 'closed', close_reason: 'New printer' }))
  })

  it('shows the refusal in the dialog', async () => {
    stubTicket({}, () => ({ body: [] }))
    openTicket()
    await userEvent.click(await closeButton())
    const form = await dialog('Close ticket')
    await userEvent.click(form.getByRole('button', { name: 'Close ticket' }))
    expect(await form.findByRole('alert')).toHaveTextContent(
      'You do not have permission to update this ticket',
    )
    await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByText('in progress')).toBeVisible()
  })
})

describe('reopening', () => {
  it.each(['solved', 'closed'] as const)('reopens a %s ticket without a comment', async (status) => {
    const sent = stubChanging({ status })
    openTicket()
    await userEvent.click(await screen.findByRole('button', { name: 'Reopen' }))
    await userEvent.click((await dialog('Reopen ticket')).getByRole('button', { name: 'Reopen' }))
    expect(await screen.findByText('Ticket reopened')).toBeVisible()
    expect(screen.getByText('open')).toBeVisible()
    expect(sent.map(({ body }) => body)).toEqual([{ status: 'open' }])
  })

  it('sends the explanation as a comment', async () => {
    const sent = stubChanging({ status: 'solved' })
    openTicket()
    await userEvent.click(await screen.findByRole('button', { name: 'Reopen' }))
    const form = await dialog('Reopen ticket')
    await userEvent.type(form.getByLabelText(/What is still wrong/), 'Broken again')
    await userEvent.click(form.getByRole('button', { name: 'Reopen' }))
    expect(await screen.findByText('Comment added')).toBeVisible()
    expect(within(screen.getByRole('region', { name: 'Comments' })).getByText('Broken again')).toBeVisible()
    expect(sent.map(({ method }) => method)).toEqual(['PATCH', 'POST'])
  })

  it('sends the explanation although the dialog was closed meanwhile', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const sent = stubTicket({ ticket: { status: 'solved' } }, async (request) => {
      if (request.method !== 'PATCH') return savedComment(request)
      await held
      return { body: [buildTicket({ status: 'open' })] }
    })
    openTicket()
    await userEvent.click(await screen.findByRole('button', { name: 'Reopen' }))
    const form = await dialog('Reopen ticket')
    await userEvent.type(form.getByLabelText(/What is still wrong/), 'Broken again')
    await userEvent.click(form.getByRole('button', { name: 'Reopen' }))
    await userEvent.keyboard('{Escape}')
    release()
    await waitFor(() => expect(sent.map(({ method }) => method)).toEqual(['PATCH', 'POST']))
    expect(localStorage.getItem(`helpdesk-draft:${CUSTOMER_ID}:reopen:${TICKET_ID}`)).toBeNull()
  })

  it('keeps the text and sends no comment when reopening fails', async () => {
    const sent = stubTicket({ ticket: { status: 'closed' } }, () => refusal(403, 'no', '42501'))
    openTicket()
    await userEvent.click(await screen.findByRole('button', { name: 'Reopen' }))
    const form = await dialog('Reopen ticket')
    await userEvent.type(form.getByLabelText(/What is still wrong/), 'Broken again')
    await userEvent.click(form.getByRole('button', { name: 'Reopen' }))
    expect(await form.findByRole('alert')).toBeVisible()
    expect(form.getByLabelText(/What is still wrong/)).toHaveValue('Broken again')
    expect(sent).toHaveLength(1)
  })
})

describe('rating', () => {
  const rating = {
    score: 4,
    comment: null,
    created_at: '2026-01-05T10:00:00Z',
    updated_at: '2026-01-05T10:00:00Z',
  }
  /** There is no rating yet: the update matches no row and an insert follows. */
  const noRating = ({ method, body }: SentRequest) =>
    method === 'PATCH' ? { body: [] } : { status: 201, body: { ...rating, ...(body as object) } }

  it('is not offered before the ticket is solved', async () => {
    stubTicket({ ticket: { status: 'in_progress' } })
    openTicket()
    await screen.findByText('Printer is offline')
    expect(screen.queryByText('How would you rate our support?')).toBeNull()
  })

  it('offers five scores that the arrow keys move through', async () => {
    const sent = stubTicket({ ticket: { status: 'solved' } }, noRating)
    openTicket()
    const group = within(await screen.findByRole('group', { name: 'How would you rate our support?' }))
    expect(group.getAllByRole('radio')).toHaveLength(5)
    for (const name of ['Terrible', 'Bad', 'Okay', 'Good', 'Great'])
      expect(group.getByRole('radio', { name })).not.toBeChecked()
    await userEvent.click(group.getByRole('radio', { name: 'Okay' }))
    await userEvent.keyboard('{ArrowRight}')
    expect(group.getByRole('radio', { name: 'Good' })).toBeChecked()
    const words = screen.getByLabelText(/Anything to add/)
    await userEvent.click(words)
    await userEvent.paste('x'.repeat(1002))
    expect(screen.getByText('2 characters too long')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Send rating' }))
    expect(sent).toHaveLength(0)
    await userEvent.clear(words)
    await userEvent.type(words, ' Fast ')
    await userEvent.click(screen.getByRole('button', { name: 'Send rating' }))
    expect(await screen.findByText('Your rating: Good')).toBeVisible()
    expect(screen.getByText('Fast')).toBeVisible()
    expect(sent.map(({ method }) => method)).toEqual(['PATCH', 'POST'])
    expect(sent[1]?.body).toMatchObject({ score: 4, comment: 'Fast' })
  })

  it('can be changed, and the change cancelled', async () => {
    const sent = stubTicket({ ticket: { status: 'closed' }, rating }, ({ body }) => ({
      body: [{ ...rating, ...(body as object) }],
    }))
    openTicket()
    await userEvent.click(await screen.findByRole('button', { name: 'Change' }))
    expect(screen.getByRole('radio', { name: 'Good' })).toBeChecked()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByText('Your rating: Good')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Change' })).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name: 'Change' }))
    await userEvent.click(screen.getByRole('radio', { name: 'Terrible' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save rating' }))
    expect(await screen.findByText('Your rating: Terrible')).toBeVisible()
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ method: 'PATCH', body: { score: 1, comment: null } })
  })

  it('shows why it is refused', async () => {
    stubTicket({ ticket: { status: 'solved' } }, ({ method }) =>
      method === 'PATCH' ? { body: [] } : refusal(403, 'new row violates row-level security', '42501'),
    )
    openTicket()
    await userEvent.click(await screen.findByRole('radio', { name: 'Great' }))
    await userEvent.click(screen.getByRole('button', { name: 'Send rating' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'A ticket can be rated by its customer once it is solved or closed',
    )
    expect(screen.getByRole('radio', { name: 'Great' })).toBeChecked()
  })

  it('is read-only for staff, shown with the close reason', async () => {
    signInAs({ id: 'a1', role: 'agent' })
    stubTicket({
      ticket: { status: 'closed', close_reason: 'New printer' },
      rating: { ...rating, comment: 'Fast' },
    })
    openTicket()
    const outcome = within(await screen.findByRole('region', { name: 'Outcome' }))
    expect(outcome.getByText('Closed because: New printer')).toBeVisible()
    expect(outcome.getByText('Rated Good by the customer: Fast')).toBeVisible()
    expect(screen.queryByText('How would you rate our support?')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Reopen' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Change' })).toBeNull()
  })
})
