import { CHAT_STORE } from '../model/chat-history'
import { renderAt, stubBackend, type SentRequest } from '@helpdesk/tickets/testing'
import { toastAtom } from '@helpdesk/ui'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { vi } from 'vitest'
import { ADMIN_ID, signInAdmin } from '../parts/testing'
import { AdminConsole } from './AdminConsole'
import { chatAtom } from './chat-store'

/** For `beforeEach`: an admin without a conversation. */
export function resetConsole(): void {
  localStorage.clear()
  getDefaultStore().set(chatAtom, { userId: '', messages: [], pending: null, error: null })
  getDefaultStore().set(toastAtom, undefined)
  signInAdmin()
  vi.spyOn(console, 'error').mockImplementation(() => {})
}

export const storeHistory = (messages: unknown[], userId = ADMIN_ID) =>
  localStorage.setItem(CHAT_STORE, JSON.stringify({ version: 1, histories: { [userId]: messages } }))
export const message = (role: string, content: string) => ({
  role,
  content,
  timestamp: '2026-01-05T10:00:00.000Z',
})

export const openConsole = (path = '/admin/console') =>
  renderAt(path, [{ path: '/admin/console', element: <AdminConsole /> }])
export const input = () => screen.getByPlaceholderText('Ask the AI assistant...')
export async function ask(text: string) {
  await userEvent.type(input(), text)
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
}

export const PROPOSAL = {
  id: '00000000-0000-4000-8000-0000000000b1',
  kind: 'priority' as const,
  ticket_id: '11111111-1111-4111-8111-111111111111',
  ticket_subject: 'Printer is offline',
  from_value: 'normal',
  to_value: 'urgent',
  from_label: 'normal',
  to_label: 'urgent',
  reason: 'Nobody can print',
}

interface Stream {
  body: Record<string, unknown>
  accept: string | null
  say(event: string, data: unknown): void
  end(): void
  broken(): void
  stopped: boolean
}

type Calls = Parameters<typeof stubBackend>[0]

/**
 * Stubs the assistant: the test writes the stream of each question. Other calls go to `calls`.
 * @returns streams and other requests, in the order sent
 */
export function stubAssistant(calls: Calls = () => ({ body: [] })) {
  const sent: SentRequest[] = stubBackend(calls)
  const others = fetch
  const streams: Stream[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    if (!String(input).endsWith('/functions/v1/admin-assistant')) return others(input, init)
    const encoder = new TextEncoder()
    let control: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (control = controller) })
    const stream: Stream = {
      body: JSON.parse(String(init.body)),
      accept: new Headers(init.headers).get('accept'),
      say: (event, data) =>
        control?.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
      end: () => control?.close(),
      broken: () => control?.error(new TypeError('network error')),
      stopped: false,
    }
    init.signal?.addEventListener('abort', () => {
      stream.stopped = true
      control?.error(new DOMException('stopped', 'AbortError'))
    })
    streams.push(stream)
    return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
  })
  return { streams, sent }
}
