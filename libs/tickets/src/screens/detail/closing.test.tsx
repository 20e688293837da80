// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildTicket, signInAs, type SentRequest } from '../../testing'
import { forgetEverything, openTicket, refusal, savedComment, stubTicket } from '../testing'

beforeEach(() => {
  forgetEverything()
  signInAs()
})

/** The ticket as it is after the change that was asked for. */
const changed = ({ body }: SentRequest) => ({ body: [buildTicket(body as object)] })
const closeButton = () => screen.findByRole('button', { name: 'Close ticket' })
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('closing', () => {
  it('goes with one of the common reasons', async () => {
    const sent = stubTicket({}, changed)
    openTicket()
    await userEvent.click(await closeButton())
    const asks = await dialog('Close ticket')
    await userEvent.click(asks.getByLabelText('I found a way myself'))
    await userEvent.click(asks.getByRole('button', { name: 'Close ticket' }))
    expect(await screen.findByText('Closed because: I found a way myself')).toBeVisible()
    expect(screen.getByText('Ticket closed')).toBeVisible()
    expect(screen.getByText('closed')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Close ticket' })).toBeNull()
    // The focus moves to the button that replaced the pressed one.
    expect(screen.getByRole('button', { name: 'Reopen' })).toHaveFocus()
    expect(sent[0]).toMatchObject({
      method: 'PATCH',
      body: { status: 'closed', close_reason: 'I found a way myself' },
    })
  })

  it('takes own words up to 500 characters, and wants some', async () => {
    const sent = stubTicket({}, changed)
    openTicket()
    await userEvent.click(await closeButton())
    const asks = await dialog('Close ticket')
    await userEvent.click(asks.getByLabelText('Another reason'))
    const words = asks.getByLabelText('Your reason')
    expect(words).toHaveAttribute('maxlength', '500')
    await userEvent.type(words, '   ')
    await userEvent.click(asks.getByRole('button', { name: 'Close ticket' }))
    expect(asks.getByText('Please give a reason')).toBeVisible()
    expect(sent).toHaveLength(0)
    await userEvent.type(words, 'New printer ')
    await userEvent.click(asks.getByRole('button', { name: 'Close ticket' }))
    await waitFor(() => expect(sent[0]?.body).toEqual({ status: 'closed', close_reason: 'New printer' }))
  })

  it('says why it is refused and keeps the words', async () => {
    stubTicket({}, () => ({ body: [] }))
    openTicket()
    await userEvent.click(await closeButton())
    const asks = await dialog('Close ticket')
    await userEvent.click(asks.getByRole('button', { name: 'Close ticket' }))
    expect(await asks.findByRole('alert')).toHaveTextContent(
      'You do not have permission to update this ticket',
    )
    await userEvent.click(asks.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByText('in progress')).toBeVisible()
  })
})

describe('reopening', () => {
  it.each(['solved', 'closed'] as const)('takes up a ticket that is %s, without a word', async (status) => {
    const sent = stubTicket({ ticket: { status } }, changed)
    openTicket()
    await userEvent.click(await screen.findByRole('button', { name: 'Reopen' }))
    await userEvent.click((await dialog('Reopen ticket')).getByRole('button', { name: 'Reopen' }))
    expect(await screen.findByText('Ticket reopened')).toBeVisible()
    expect(screen.getByText('open')).toBeVisible()
    expect(sent.map(({ body }) => body)).toEqual([{ status: 'open' }])
  })

  it('adds what is still wrong as a comment', async () => {
    const sent = stubTicket({ ticket: { status: 'solved' } }, (request) =>
      request.method === 'PATCH' ? changed(request) : savedComment(request),
    )
    openTicket()
    await userEvent.click(await screen.findByRole('button', { name: 'Reopen' }))
    const asks = await dialog('Reopen ticket')
    await userEvent.type(asks.getByLabelText(/What is still wrong/), 'Broken again')
    await userEvent.click(asks.getByRole('button', { name: 'Reopen' }))
    expect(await screen.findByText('Comment added')).toBeVisible()
    expect(within(screen.getByRole('region', { name: 'Comments' })).getByText('Broken again')).toBeVisible()
    expect(sent.map(({ method }) => method)).toEqual(['PATCH', 'POST'])
  })

  it('sends no comment when the ticket stays closed, and keeps the words', async () => {
    const sent = stubTicket({ ticket: { status: 'closed' } }, () => refusal(403, 'no', '42501'))
    openTicket()
    await userEvent.click(await screen.findByRole('button', { name: 'Reopen' }))
    const asks = await dialog('Reopen ticket')
    await userEvent.type(asks.getByLabelText(/What is still wrong/), 'Broken again')
    await userEvent.click(asks.getByRole('button', { name: 'Reopen' }))
    expect(await asks.findByRole('alert')).toBeVisible()
    expect(asks.getByLabelText(/What is still wrong/)).toHaveValue('Broken again')
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
  /** No rating yet, so that the update matches no row and an insert follows. */
  const first = ({ method, body }: SentRequest) =>
    method === 'PATCH' ? { body: [] } : { status: 201, body: { ...rating, ...(body as object) } }

  it('is asked for once a ticket is solved or closed', async () => {
    stubTicket({ ticket: { status: 'in_progress' } })
    openTicket()
    await screen.findByText('Printer is offline')
    expect(screen.queryByText('How was the help you got?')).toBeNull()
  })

  it('is a group of five words that the arrows walk through', async () => {
    const sent = stubTicket({ ticket: { status: 'solved' } }, first)
    openTicket()
    const group = within(await screen.findByRole('group', { name: 'How was the help you got?' }))
    expect(group.getAllByRole('radio')).toHaveLength(5)
    for (const name of ['Terrible', 'Bad', 'Okay', 'Good', 'Great'])
      expect(group.getByRole('radio', { name })).not.toBeChecked()
    await userEvent.click(group.getByRole('radio', { name: 'Okay' }))
    await userEvent.keyboard('{ArrowRight}')
    expect(group.getByRole('radio', { name: 'Good' })).toBeChecked()
    const words = screen.getByLabelText(/Anything to add/)
    expect(words).toHaveAttribute('maxlength', '1000')
    await userEvent.type(words, ' Fast ')
    await userEvent.click(screen.getByRole('button', { name: 'Send rating' }))
    expect(await screen.findByText('Your rating: Good')).toBeVisible()
    expect(screen.getByText('Fast')).toBeVisible()
    expect(sent.map(({ method }) => method)).toEqual(['PATCH', 'POST'])
    expect(sent[1]?.body).toMatchObject({ score: 4, comment: 'Fast' })
  })

  it('can be changed, and left as it is', async () => {
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

  it('says in plain words that it is refused', async () => {
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

  it('is told to staff, together with why the ticket was closed, and not asked of them', async () => {
    signInAs({ id: 'a1', role: 'agent' })
    stubTicket({
      ticket: { status: 'closed', close_reason: 'New printer' },
      rating: { ...rating, comment: 'Fast' },
    })
    openTicket()
    const outcome = within(await screen.findByRole('region', { name: 'Outcome' }))
    expect(outcome.getByText('Closed because: New printer')).toBeVisible()
    expect(outcome.getByText('Rated Good by the customer: Fast')).toBeVisible()
    expect(screen.queryByText('How was the help you got?')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Reopen' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Change' })).toBeNull()
  })
})
