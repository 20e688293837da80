// @vitest-environment jsdom
import { ForbiddenError, NetworkError } from '@helpdesk/supabase'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTicketDraft, SAVE_AFTER_MS, type TicketDraft } from './ticket-draft'

const KEY = 'helpdesk-draft:u1:comment:t1'
const onDevice = () => localStorage.getItem(KEY)

/** A server that stores one draft. */
function fakeServer(content = '') {
  const server = {
    content,
    saves: [] as string[],
    left: [] as string[],
    at: '2026-01-05T10:00:00Z',
    fail: null as Error | null,
    save: async (text: string) => {
      if (server.fail) throw server.fail
      server.saves.push(text)
      server.content = text
    },
    saveOnLeave: (text: string) => void server.left.push(text),
    read: async () => (server.content ? { content: server.content, updated_at: server.at } : null),
    take: () => server.read(),
  }
  return server
}

/** Opens a page with the draft, loaded at 10:01 by default. */
function openPage(server: ReturnType<typeof fakeServer>, minute = 1) {
  const draft = createTicketDraft(KEY, server, () => Date.parse('2026-01-05T10:30:00Z'))
  const close = draft.subscribe(() => undefined)
  draft.receive(server.content, at(minute))
  return { draft, close }
}
const at = (minute: number) => `2026-01-05T10:${String(minute).padStart(2, '0')}:00Z`
const tick = (ms = SAVE_AFTER_MS) => vi.advanceTimersByTimeAsync(ms)
const text = (draft: TicketDraft) => draft.get().text

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

describe('saving a draft', () => {
  it('stores nothing after stop, even while a save is in progress', async () => {
    const server = fakeServer()
    const { draft, close } = openPage(server)
    draft.set('Hello')
    void draft.push()
    draft.stop()
    localStorage.clear()
    close()
    await tick()
    expect(server.saves).toEqual(['Hello'])
    expect(Object.keys(localStorage)).toEqual([])
  })

  it('stores on the device at once and on the server during continuous typing', async () => {
    const server = fakeServer()
    const { draft } = openPage(server)
    draft.set('H')
    expect(onDevice()).toBe('H')
    expect(draft.get().saved).toBe('device')
    for (const typed of ['He', 'Hel', 'Hell', 'Hello']) {
      await tick(400)
      draft.set(typed)
    }
    await tick(400)
    expect(server.saves[0]).toBe('Hel')
    await tick()
    expect(server.content).toBe('Hello')
    expect(draft.get().saved).toBe('server')
  })

  it('skips unchanged and blank text', async () => {
    const server = fakeServer()
    const { draft } = openPage(server)
    draft.set('a')
    await tick()
    draft.set('ab')
    draft.set('a')
    await tick()
    draft.set('   ')
    await tick()
    expect(server.saves).toEqual(['a', ''])
    expect(onDevice()).toBeNull()
  })

  it('retries after a network error and reports the text as saved on the device', async () => {
    const server = fakeServer()
    const { draft } = openPage(server)
    server.fail = new NetworkError('gone')
    draft.set('a')
    await tick()
    expect(draft.get().saved).toBe('device')
    server.fail = null
    await tick(5_000)
    expect(server.content).toBe('a')
  })

  it('does not retry after a refusal', async () => {
    const server = fakeServer()
    const { draft } = openPage(server)
    const save = vi.spyOn(server, 'save')
    server.fail = new ForbiddenError('no')
    draft.set('a')
    await tick(60_000)
    expect(save).toHaveBeenCalledTimes(1)
    expect(text(draft)).toBe('a')
  })

  it('saves once when the page is hidden', async () => {
    const server = fakeServer()
    const { draft } = openPage(server)
    draft.set('a')
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    expect(server.left).toEqual(['a'])
    await tick()
    window.dispatchEvent(new Event('pagehide'))
    expect(server.left).toEqual(['a'])
    vi.restoreAllMocks()
  })

  it('saves when the last subscriber leaves', async () => {
    const server = fakeServer()
    const { draft, close } = openPage(server)
    draft.set('a')
    close()
    await tick(0)
    expect(server.content).toBe('a')
  })
})

describe('restoring a draft', () => {
  it('restores and saves unsaved text after a crash', async () => {
    const server = fakeServer()
    openPage(server).draft.set('unsaved words')
    // Simulates a crash: no timer of the old page fires.
    vi.clearAllTimers()
    const { draft } = openPage(server, 2)
    expect(draft.get()).toMatchObject({ text: 'unsaved words', restored: true })
    await tick()
    expect(server.content).toBe('unsaved words')
  })

  it('shows text written on another device', () => {
    const { draft } = openPage(fakeServer('from the other device'))
    expect(draft.get()).toMatchObject({ text: 'from the other device', restored: true, saved: 'server' })
    draft.set('from the other device, continued')
    expect(draft.get().restored).toBe(false)
  })

  it('keeps text continued here when the response to the last save was lost', async () => {
    const server = fakeServer()
    const first = openPage(server)
    first.draft.set('a')
    await tick()
    first.draft.set('ab')
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    vi.restoreAllMocks()
    vi.clearAllTimers()
    // The save had succeeded, and more was typed before the page closed.
    server.content = 'ab'
    localStorage.setItem(KEY, 'abc')
    const { draft } = openPage(server, 2)
    expect(text(draft)).toBe('abc')
    await tick()
    expect(server.content).toBe('abc')
  })

  it('shows the newer version of another device and offers this one', async () => {
    const here = fakeServer()
    openPage(here).draft.set('mine at 10:30')
    vi.clearAllTimers()
    const server = fakeServer('theirs')
    server.at = '2026-01-05T10:45:00Z'
    const { draft } = openPage(server, 50)
    await tick(0)
    expect(draft.get()).toMatchObject({ text: 'theirs', other: 'mine at 10:30', restored: true })
    draft.swap()
    await tick(0)
    expect(draft.get()).toMatchObject({ text: 'mine at 10:30', other: 'theirs' })
    expect(server.content).toBe('mine at 10:30')
  })

  it('keeps the newer version of this device and offers the other', async () => {
    openPage(fakeServer()).draft.set('mine at 10:30')
    vi.clearAllTimers()
    const server = fakeServer('theirs at 10:00')
    const { draft } = openPage(server, 50)
    await tick(0)
    expect(draft.get()).toMatchObject({ text: 'mine at 10:30', other: 'theirs at 10:00' })
    expect(server.content).toBe('mine at 10:30')
  })
})

describe('clearing a draft', () => {
  it('clears device and server and ignores an older read', async () => {
    const server = fakeServer()
    const { draft } = openPage(server)
    draft.set('sent')
    await tick()
    draft.clear()
    await tick(0)
    expect([onDevice(), server.content]).toEqual([null, ''])
    // A read that started before the text was cleared.
    draft.receive('sent', at(2))
    expect(text(draft)).toBe('')
    await tick()
    expect(server.content).toBe('')
  })

  it('is not triggered by a read that started before the first save', async () => {
    const server = fakeServer()
    const { draft } = openPage(server)
    draft.set('just saved')
    await tick()
    draft.receive('', at(5))
    await tick(0)
    expect(text(draft)).toBe('just saved')
    expect(server.content).toBe('just saved')
  })

  it('is not triggered by a refetch during typing', async () => {
    const server = fakeServer()
    const { draft } = openPage(server)
    draft.set('still writing')
    draft.receive('', at(5))
    await tick()
    draft.receive('still writing', at(6))
    draft.set('still writing more')
    draft.receive('still writing', at(7))
    expect(text(draft)).toBe('still writing more')
  })

  it('follows another device that sent or deleted the draft', async () => {
    const server = fakeServer()
    const { draft } = openPage(server)
    draft.set('done')
    await tick()
    server.content = ''
    draft.receive('', at(5))
    await tick(0)
    expect(draft.get()).toMatchObject({ text: '', other: 'done' })
    expect(onDevice()).toBeNull()
    draft.swap()
    await tick(0)
    expect([text(draft), server.content]).toEqual(['done', 'done'])
  })
})

it.each([
  ['before', (draft: TicketDraft, late: () => void) => (draft.putBack('Too early'), late())],
  ['after', (draft: TicketDraft, late: () => void) => (late(), draft.putBack('Too early'))],
])(
  'keeps a text that is put back %s a late read of the time when it was not sent yet',
  async (_name, act) => {
    const server = fakeServer()
    const { draft } = openPage(server)
    draft.set('Too early')
    await tick()
    draft.clear()
    await tick()
    act(draft, () => draft.receive('Too early', at(2)))
    draft.receive('', at(3))
    await tick()
    expect(text(draft)).toBe('Too early')
    expect(server.content).toBe('Too early')
    draft.stop()
    expect(text(openPage(server, 4).draft)).toBe('Too early')
  },
)

it('syncs the text between tabs', () => {
  const { draft } = openPage(fakeServer())
  window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: 'from the other tab' }))
  window.dispatchEvent(new StorageEvent('storage', { key: 'other', newValue: 'x' }))
  expect(text(draft)).toBe('from the other tab')
})

it('keeps the request id of a text until it is sent, also after a reload', () => {
  const first = openPage(fakeServer()).draft
  const id = first.requestId('comment:Thanks')
  expect(first.requestId('comment:Thanks')).toBe(id)
  const again = openPage(fakeServer(), 2).draft
  expect(again.requestId('comment:Thanks')).toBe(id)
  expect(again.requestId('comment:Thanks!')).not.toBe(id)
  again.clear()
  expect(again.requestId('comment:Thanks')).not.toBe(id)
})
