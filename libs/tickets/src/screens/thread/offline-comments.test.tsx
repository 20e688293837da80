// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useTicketChanges } from '../../live/follow-ticket-changes'
import { outboxKey } from '../../outbox/outbox-store'
import { CUSTOMER_ID, renderAt, signInAs, TICKET_ID, type SentRequest } from '../../testing'
import { TicketDetailScreen } from '../detail/TicketDetailScreen'
import { openTicket, refusal, reload, resetDevice, savedComment, stubTicket, writeAndSend } from '../testing'

function Page() {
  useTicketChanges()
  return <TicketDetailScreen listPath="/tickets" />
}
const open = () => renderAt(`/tickets/${TICKET_ID}`, [{ path: '/tickets/:id', element: <Page /> }])
function setNetwork(on: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(on)
  act(() => void window.dispatchEvent(new Event(on ? 'online' : 'offline')))
}
const contents = (sent: readonly SentRequest[]) =>
  sent
    .filter(({ url }) => url.pathname.endsWith('/comments'))
    .map(({ body }) => (body as { content: string }).content)
const waiting = () => screen.queryAllByText('Sent when you are online again')

beforeEach(() => {
  resetDevice()
  signInAs()
})
afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'locks')
})

describe('comments without a network', () => {
  it('wait, and are sent once and in order when it is back', async () => {
    const sent = stubTicket({}, savedComment)
    open()
    await screen.findByPlaceholderText('Add a comment...')
    setNetwork(false)
    for (const text of ['One', 'Two', 'Three']) await writeAndSend(text)
    expect(waiting()).toHaveLength(3)
    expect(contents(sent)).toEqual([])
    setNetwork(true)
    await waitFor(() => expect(contents(sent)).toEqual(['One', 'Two', 'Three']))
    await waitFor(() => expect(waiting()).toHaveLength(0))
    setNetwork(false)
    setNetwork(true)
    expect(contents(sent)).toHaveLength(3)
  })

  it('are sent by the next page after a reload', async () => {
    const sent = stubTicket({}, savedComment)
    open()
    await screen.findByPlaceholderText('Add a comment...')
    setNetwork(false)
    await writeAndSend('Hello')
    expect(waiting()).toHaveLength(1)
    reload()
    vi.restoreAllMocks()
    open()
    await waitFor(() => expect(contents(sent)).toEqual(['Hello']))
  })

  it('can be discarded', async () => {
    const sent = stubTicket({}, savedComment)
    open()
    await screen.findByPlaceholderText('Add a comment...')
    setNetwork(false)
    await writeAndSend('Hello')
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    setNetwork(true)
    expect(waiting()).toHaveLength(0)
    expect(contents(sent)).toEqual([])
  })

  it('do not wait behind one that is refused', async () => {
    const sent = stubTicket({}, (request) =>
      (request.body as { content: string }).content === 'One'
        ? refusal(403, 'no', '42501')
        : savedComment(request),
    )
    open()
    await screen.findByPlaceholderText('Add a comment...')
    setNetwork(false)
    for (const text of ['One', 'Two']) await writeAndSend(text)
    setNetwork(true)
    await waitFor(() => expect(contents(sent)).toEqual(['One', 'Two']))
    expect(await screen.findByText('Not sent')).toBeVisible()
  })

  it('wait behind one that the server fails to store, until it is stored or discarded', async () => {
    const failing = new Set(['One'])
    const sent = stubTicket({}, (request) =>
      failing.has((request.body as { content: string }).content)
        ? refusal(500, 'boom', 'XX000')
        : savedComment(request),
    )
    open()
    await screen.findByPlaceholderText('Add a comment...')
    setNetwork(false)
    for (const text of ['One', 'Two']) await writeAndSend(text)
    setNetwork(true)
    expect(await screen.findByText('Not sent')).toBeVisible()
    expect(screen.getByText('Sent after the message above')).toBeVisible()
    await writeAndSend('Three')
    expect(screen.getAllByText('Sent after the message above')).toHaveLength(2)
    failing.clear()
    failing.add('Two')
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.getAllByText('Sent after the message above')).toHaveLength(1))
    expect(contents(sent).at(-1)).toBe('Two')
    expect(contents(sent)).not.toContain('Three')
    await userEvent.click(screen.getAllByRole('button', { name: 'Discard' })[0] as HTMLElement)
    await waitFor(() => expect(contents(sent).at(-1)).toBe('Three'))
    await waitFor(() => expect(screen.queryByText('Not sent')).toBeNull())
  })

  it('keep their order and wait on when the backend does not answer yet', async () => {
    let isDown = true
    const sent = stubTicket({}, (request) =>
      isDown ? { status: 503, body: { message: 'starting' } } : savedComment(request),
    )
    open()
    await screen.findByPlaceholderText('Add a comment...')
    setNetwork(false)
    for (const text of ['One', 'Two']) await writeAndSend(text)
    setNetwork(true)
    await waitFor(() => expect(contents(sent)).toEqual(['One']))
    await waitFor(() => expect(waiting()).toHaveLength(2))
    expect(screen.queryByText('Not sent')).toBeNull()
    isDown = false
    // A probe finds the backend again.
    await waitFor(() => expect(contents(sent)).toEqual(['One', 'One', 'Two']), { timeout: 15_000 })
    await waitFor(() => expect(waiting()).toHaveLength(0))
  })

  it('that another tab has sent are not sent again, and those that it wrote are', async () => {
    const sent = stubTicket({}, savedComment)
    open()
    await screen.findByPlaceholderText('Add a comment...')
    setNetwork(false)
    for (const text of ['Sent by another tab', 'Mine']) await writeAndSend(text)
    const key = outboxKey(CUSTOMER_ID, TICKET_ID)
    const [, mine] = JSON.parse(localStorage.getItem(key) ?? '[]') as object[]
    const theirs = { ...mine, requestId: crypto.randomUUID(), content: 'Theirs', createdAt: '2099-01-01' }
    localStorage.setItem(key, JSON.stringify([mine, theirs]))
    setNetwork(true)
    await waitFor(() => expect(contents(sent)).toEqual(['Mine', 'Theirs']))
    await waitFor(() => expect(waiting()).toHaveLength(0))
  })

  it('wait for a tab that is sending', async () => {
    let release = () => {}
    const lock = new Promise<void>((resolve) => (release = resolve))
    const request = async (_name: string, _options: LockOptions, run: () => unknown) => {
      await lock
      return run()
    }
    Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
    const sent = stubTicket({}, savedComment)
    open()
    await screen.findByPlaceholderText('Add a comment...')
    setNetwork(false)
    await writeAndSend('Only once')
    setNetwork(true)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(contents(sent)).toEqual([])
    // The other tab has sent it.
    localStorage.removeItem(outboxKey(CUSTOMER_ID, TICKET_ID))
    release()
    await waitFor(() => expect(waiting()).toHaveLength(0))
    expect(contents(sent)).toEqual([])
  })
})

it('shows a ticket that was read before, until it can be read again', async () => {
  let subject = 'Printer is offline'
  stubTicket(() => {
    if (!navigator.onLine) throw new TypeError('Failed to fetch')
    return { ticket: { subject } }
  })
  const { router } = openTicket()
  await screen.findByRole('heading', { name: subject })
  await act(() => router.navigate('/tickets'))
  setNetwork(false)
  await act(() => router.navigate(`/tickets/${TICKET_ID}`))
  expect(await screen.findByRole('heading', { name: subject })).toBeVisible()
  subject = 'Printer works'
  setNetwork(true)
  expect(await screen.findByRole('heading', { name: subject })).toBeVisible()
})
