// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildCommentRow, signInAs } from '../../testing'
import { openTicket, refusal, resetDevice, stubTicket } from '../testing'

beforeEach(() => {
  resetDevice()
  signInAs()
})

describe('editing your own comment', () => {
  const now = () => new Date().toISOString()
  const fresh = () => buildCommentRow({ created_at: now(), updated_at: now() })
  const edit = () => screen.findByRole('button', { name: 'Edit comment' })

  it('saves the text and marks the comment as edited', async () => {
    const comment = fresh()
    const sent = stubTicket({ comments: [comment], loaded_at: now() }, ({ body }) => ({
      body: [{ ...comment, ...(body as object), updated_at: new Date(Date.now() + 1000).toISOString() }],
    }))
    openTicket()
    await userEvent.click(await edit())
    const field = screen.getByLabelText('Edit comment')
    expect(field).toHaveFocus()
    expect(field).toHaveProperty('selectionStart', 'It blinks red.'.length)
    await userEvent.clear(field)
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
    await userEvent.type(field, 'It blinks green.')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('It blinks green.')).toBeVisible()
    expect(screen.getByText(/· edited$/)).toBeVisible()
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ method: 'PATCH', body: { content: 'It blinks green.' } })
  })

  it('keeps the text when refused, and restores the comment on Cancel', async () => {
    const text = 'You can edit a comment for 15 minutes after sending it'
    stubTicket({ comments: [fresh()], loaded_at: now() }, () =>
      refusal(400, text, 'P0001', 'comment_edit_expired'),
    )
    openTicket()
    await userEvent.click(await edit())
    await userEvent.type(screen.getByLabelText('Edit comment'), ' Really.')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(screen.getByLabelText('Edit comment')).toHaveValue('It blinks red. Really.')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByText('It blinks red.')).toBeVisible()
  })

  it('uses the server’s clock, not the device’s', async () => {
    // Written long ago by the device's clock, a minute ago by the server's.
    stubTicket({ comments: [buildCommentRow()], loaded_at: '2026-01-05T10:01:00Z' })
    openTicket()
    expect(await edit()).toBeVisible()
  })

  it.each([
    ['the time is over', buildCommentRow(), '2026-01-05T10:15:00Z'],
    ['the comment is another user’s', buildCommentRow({ user_id: 'x' }), '2026-01-05T10:01:00Z'],
  ])('is not offered when %s', async (_why, comment, loaded_at) => {
    stubTicket({ comments: [comment], loaded_at })
    openTicket()
    await screen.findByText('It blinks red.')
    expect(screen.queryByRole('button', { name: 'Edit comment' })).toBeNull()
  })

  it('is withdrawn when the time is over', async () => {
    stubTicket({ comments: [buildCommentRow()], loaded_at: '2026-01-05T10:14:59.200Z' })
    openTicket()
    expect(await edit()).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit comment' })).toBeNull())
  })

  it('is cancelled with Escape', async () => {
    stubTicket({ comments: [fresh()], loaded_at: now() })
    openTicket()
    await userEvent.click(await edit())
    fireEvent.keyDown(screen.getByLabelText('Edit comment'), { key: 'Escape' })
    expect(screen.queryByRole('textbox', { name: 'Edit comment' })).toBeNull()
    expect(await edit()).toHaveFocus()
  })
})
