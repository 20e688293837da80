// @vitest-environment jsdom
import { authStateAtom } from '@helpdesk/auth'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  buildCommentRow,
  buildTicketDetail,
  CUSTOMER_ID,
  signInAs,
  signOutNow,
  stubBackend,
  TICKET_ID,
} from '../../testing'
import {
  box,
  openTicket,
  refusal,
  reload,
  resetDevice,
  savedComment,
  sendButton,
  stubTicket,
  write,
  writeAndSend,
} from '../testing'

beforeEach(() => {
  resetDevice()
  signInAs()
})

const failure = () => screen.findByText('Failed to add comment. Please try again.')

describe('writing a comment', () => {
  it('is disabled for blank text', async () => {
    stubTicket({})
    openTicket()
    await write('   ')
    expect(sendButton()).toBeDisabled()
    await write('x')
    expect(sendButton()).toBeEnabled()
  })

  it('keeps a pasted text that is too long, and sends it once shortened', async () => {
    const sent = stubTicket({}, savedComment)
    openTicket()
    const comment = await box()
    await userEvent.click(comment)
    await userEvent.paste('x'.repeat(13_889))
    expect(comment).toHaveValue('x'.repeat(13_889))
    expect(comment).toHaveAccessibleDescription('3,889 characters too long')
    expect(sendButton()).toBeDisabled()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(sent).toHaveLength(0)
    await userEvent.clear(comment)
    await userEvent.paste('x'.repeat(10_000))
    expect(screen.getByText('0 characters left')).toBeVisible()
    await userEvent.click(sendButton())
    await waitFor(() => expect(sent).toHaveLength(1))
  })

  it('is disabled without a user', async () => {
    signOutNow()
    stubTicket({})
    openTicket()
    await write('Hello')
    expect(sendButton()).toBeDisabled()
  })

  it('keeps the focus in the box after sending, and in the thread after Retry and Discard', async () => {
    stubTicket({}, () => refusal(500, 'out of order'))
    openTicket()
    await writeAndSend('Hello')
    expect(await box()).toHaveFocus()
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(screen.getByRole('region', { name: 'Comments' })).toHaveFocus()
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
    expect(screen.getByRole('region', { name: 'Comments' })).toHaveFocus()
  })

  it('shows the comment at once, disables Send while sending and confirms it', async () => {
    let arrive = () => {}
    const sent = stubTicket(
      {},
      (request) => new Promise((resolve) => (arrive = () => resolve(savedComment(request)))),
    )
    openTicket()
    await writeAndSend('  It blinks red. ')
    expect(await screen.findByText('It blinks red.')).toBeVisible()
    expect(screen.getByText('Sending...')).toBeVisible()
    expect(await box()).toHaveValue('')
    await write('More')
    expect(sendButton()).toBeDisabled()
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toMatchObject({
      content: 'It blinks red.',
      is_internal: false,
      user_id: CUSTOMER_ID,
    })
    arrive()
    expect(await screen.findByText('Comment added')).toBeVisible()
    expect(screen.getByText('Your comment has been added successfully.')).toBeVisible()
    expect(screen.getAllByText('It blinks red.')).toHaveLength(1)
    expect(screen.queryByText('Sending...')).toBeNull()
    expect(sendButton()).toBeEnabled()
  })

  it('keeps a sent comment when an older read responds late', async () => {
    let arrive = () => {}
    let answerLate = () => {}
    let reads = 0
    const written = buildCommentRow({ content: 'Hello' })
    stubBackend((request) => {
      if (!request.url.pathname.endsWith('/get_ticket_detail'))
        return new Promise((resolve) => (arrive = () => resolve({ status: 201, body: written })))
      reads += 1
      if (reads !== 2) return { body: buildTicketDetail({ comments: reads === 1 ? [] : [written] }) }
      return new Promise((resolve) => (answerLate = () => resolve({ body: buildTicketDetail() })))
    })
    openTicket()
    await writeAndSend('Hello')
    // After signing in again, pending comments are sent while all queries refetch.
    for (const expired of [true, false])
      act(() => getDefaultStore().set(authStateAtom, (state) => ({ ...state, expired })))
    await waitFor(() => expect(reads).toBe(2))
    arrive()
    expect(await screen.findByText('Comment added')).toBeVisible()
    answerLate()
    await waitFor(() => expect(reads).toBe(3))
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(screen.getAllByText('Hello')).toHaveLength(1)
  })

  it('sends with Ctrl+Enter', async () => {
    const sent = stubTicket({}, savedComment)
    openTicket()
    await write('Hello{Control>}{Enter}{/Control}')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toMatchObject({ content: 'Hello' })
  })
})

describe('a failed comment', () => {
  it('stays in the thread, and Retry sends it with the same request id', async () => {
    let broken = true
    const sent = stubTicket({}, (request) =>
      broken ? refusal(500, 'out of order', 'XX000') : savedComment(request),
    )
    openTicket()
    await writeAndSend('Hello')
    expect(await failure()).toBeVisible()
    expect(screen.getByText('Error')).toBeVisible()
    expect(screen.getByText('Not sent')).toBeVisible()
    expect(screen.getByText('Hello')).toBeVisible()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Comment added')).toBeVisible()
    expect(screen.queryByText('Not sent')).toBeNull()
    const ids = sent.map(({ body }) => (body as { request_id: string }).request_id)
    expect(ids).toHaveLength(2)
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(ids[1]).toBe(ids[0])
  })

  it('is stored once when only the response was lost', async () => {
    let tries = 0
    const sent = stubTicket({}, (request) => {
      if (request.method === 'GET') return { body: buildCommentRow({ content: 'Hello' }) }
      tries += 1
      return tries === 1
        ? Promise.reject(new TypeError('Failed to fetch'))
        : refusal(409, 'duplicate key', '23505')
    })
    openTicket()
    await writeAndSend('Hello')
    await failure()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Comment added')).toBeVisible()
    expect(screen.getAllByText('Hello')).toHaveLength(1)
    const lookup = sent.find(({ method }) => method === 'GET')
    const { request_id } = sent[0]?.body as { request_id: string }
    expect(lookup?.url.searchParams.get('request_id')).toBe(`eq.${request_id}`)
    expect(lookup?.url.searchParams.get('user_id')).toBe(`eq.${CUSTOMER_ID}`)
  })

  it('can be discarded', async () => {
    stubTicket({}, () => refusal(403, 'no', '42501'))
    openTicket()
    await writeAndSend('Hello')
    await failure()
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    expect(screen.queryByText('Hello')).toBeNull()
    expect(screen.getByText('No comments yet. Be the first to comment!')).toBeVisible()
    reload()
    openTicket()
    await box()
    expect(screen.queryByText('Hello')).toBeNull()
  })

  it('survives a reload, also during sending', async () => {
    stubTicket({}, () => new Promise(() => {}))
    openTicket()
    await writeAndSend('Do not lose me')
    await screen.findByText('Sending...')
    reload()
    openTicket()
    expect(await screen.findByText('Do not lose me')).toBeVisible()
    expect(screen.getByText('Not sent')).toBeVisible()
  })

  it('disappears after a reload when the server had stored it', async () => {
    const sent = stubTicket({}, () => new Promise(() => {}))
    openTicket()
    await writeAndSend('Arrived after all')
    await waitFor(() => expect(sent).toHaveLength(1))
    const { request_id } = sent[0]?.body as { request_id: string }
    reload()
    stubTicket({ comments: [buildCommentRow({ content: 'Arrived after all', request_id })] })
    openTicket()
    await box()
    expect(screen.getAllByText('Arrived after all')).toHaveLength(1)
    expect(screen.queryByText('Not sent')).toBeNull()
    expect(localStorage.getItem(`helpdesk-outbox:${CUSTOMER_ID}:${TICKET_ID}`)).toBeNull()
  })

  it('is visible only to its author', async () => {
    stubTicket({}, () => refusal(500, 'x', 'XX000'))
    openTicket()
    await writeAndSend('Mine alone')
    await failure()
    cleanup()
    signInAs({ id: '00000000-0000-4000-8000-000000000002', name: 'Other' })
    openTicket()
    await box()
    expect(screen.queryByText('Mine alone')).toBeNull()
  })
})

describe('a comment draft', () => {
  it('survives a reload and is removed once sent', async () => {
    stubTicket({}, savedComment)
    openTicket()
    await write('Half a thou')
    reload()
    openTicket()
    expect(await box()).toHaveValue('Half a thou')
    await writeAndSend('ght')
    await screen.findByText('Comment added')
    reload()
    openTicket()
    expect(await box()).toHaveValue('')
  })
})

describe('user text', () => {
  it.each([
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '[x](javascript:alert(1))',
    '<a href="javascript:alert(1)">x</a>',
    'java\tscript:alert(1) data:text/html,<script>alert(1)</script> vbscript:x',
    '"><svg onload=alert(1)>',
    '{{constructor.constructor("alert(1)")()}}',
  ])('is not interpreted: %s', async (content) => {
    const comment = buildCommentRow({ content, author_name: 'Casey Writer' })
    stubTicket({ ticket: { description: content }, comments: [comment] })
    const { container } = openTicket()
    const item = within((await screen.findByText('Casey Writer')).closest('li') ?? document.body)
    expect(
      item.getByText((_text, element) => element?.textContent === content && !element.children.length),
    ).toBeVisible()
    expect(
      container.querySelector('script, img, iframe, svg[onload], [onerror], a[href^="javascript"]'),
    ).toBeNull()
    for (const link of container.querySelectorAll('a')) expect(link.protocol).toMatch(/^(https?|mailto):$/)
  })

  it('keeps line breaks and opens links in a new tab', async () => {
    stubTicket({
      comments: [buildCommentRow({ content: 'One\n\nTwo https://a.example/x mailto:b@a.example' })],
    })
    openTicket()
    const link = await screen.findByRole('link', { name: 'https://a.example/x' })
    expect(link).toHaveAttribute('rel', expect.stringMatching(/noopener.*nofollow/))
    expect(link).toHaveAttribute('target', '_blank')
    expect(screen.getByRole('link', { name: 'mailto:b@a.example' })).toHaveAttribute(
      'href',
      'mailto:b@a.example',
    )
    expect(link.parentElement?.textContent).toContain('One\n\nTwo')
  })
})
