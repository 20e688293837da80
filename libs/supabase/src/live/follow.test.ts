// @vitest-environment jsdom
import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Changes, followChanges as Follow } from './follow'

interface Answer {
  status?: number
  body: unknown
}
let url = ''
let asked: (string | null)[] = []
/** The ages of the page that questions without a cursor had, in seconds. */
let ages: number[] = []
/** Milliseconds until the next questions arrive. */
let delays: number[] = []
/** The answer to a cursor; undefined for a question that the test before left behind. */
let answer: (since: string | null) => Answer | undefined = () => undefined

const server = createServer((request, response) => {
  const sent = new URL(request.url ?? '', 'http://here').searchParams.get('since')
  // The first question has the age of the page, in seconds.
  const since = /^[\d.]+$/.test(sent ?? '') ? null : sent
  const given = answer(since)
  if (given) asked.push(since)
  if (given && since === null) ages.push(Number(sent))
  const { status = 200, body } = given ?? { body: changes('left over') }
  setTimeout(
    () => {
      response
        .writeHead(status, {
          'content-type': 'application/json',
          'access-control-allow-origin': '*',
          'access-control-allow-headers': '*',
        })
        .end(JSON.stringify(body))
    },
    (given && delays.shift()) ?? 0,
  )
})
const ticket = { id: 't1', kinds: ['status'], row: { id: 't1' } }
const changes = (cursor: string, tickets: unknown[] = [], reset = false) => ({ cursor, reset, tickets })
const show = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}
/** The first question loads its code, which takes seconds on a busy machine. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 15_000 })
const whenShown = (check: () => void) =>
  eventually(() => {
    show('visible')
    check()
  })

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(() => void server.close())

describe('the changes of others', () => {
  let told: Changes[] = []
  let stop = () => {}
  let followChanges: typeof Follow
  beforeEach(async () => {
    // Each test is a page of its own.
    vi.resetModules()
    const { configureSupabase } = await import('../config')
    configureSupabase({ url, publishableKey: 'sb_publishable_test' })
    followChanges = (await import('./follow')).followChanges
    ;[asked, told, ages, delays] = [[], [], [], []]
    show('visible')
  })
  afterEach(() => {
    stop()
    answer = () => undefined
    vi.restoreAllMocks()
    vi.doUnmock('./changes')
    vi.useRealTimers()
  })

  it('are asked for from the last cursor when the page becomes visible, and not while it is hidden', async () => {
    answer = (since) =>
      since === null
        ? { body: changes('a1') }
        : since === 'a1'
          ? { body: changes('a2', [ticket]) }
          : undefined
    stop = followChanges((news) => void told.push(news))
    await eventually(() => expect(asked).toEqual([null]))
    show('hidden')
    await whenShown(() =>
      expect(told).toEqual([{ asked: expect.any(Number), reset: false, tickets: [ticket] }]),
    )
    expect(asked).toEqual([null, 'a1'])
  })

  it('are asked for again when the first question was late, from as much earlier', async () => {
    delays = [800]
    answer = (since) => (since === null ? { body: changes('f1', [ticket]) } : undefined)
    stop = followChanges((news) => void told.push(news))
    await eventually(() => expect(told).toHaveLength(1))
    expect(asked.slice(0, 2)).toEqual([null, null])
    const [first = 0, second = 0] = ages
    // 1.6 s instead of 0.25, besides the time that passed
    expect(second - first).toBeGreaterThan(0.8 + 1.3)
  })

  it('are asked for as soon as their code can be loaded', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.doMock('./changes', () => {
      throw new Error('404')
    })
    answer = (since) => (since === null ? { body: changes('g1') } : undefined)
    stop = followChanges(() => undefined)
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
    vi.doUnmock('./changes')
    vi.advanceTimersByTime(30_000)
    vi.useRealTimers()
    await eventually(() => expect(asked).toEqual([null]))
  })

  it('are asked for again from the same cursor after a failure', async () => {
    let failed = false
    answer = (since) => {
      if (since === null) return { body: changes('b1') }
      if (since !== 'b1') return undefined
      if (failed) return { body: changes('b2', [], true) }
      failed = true
      return { status: 400, body: { message: 'no' } }
    }
    stop = followChanges((news) => void told.push(news))
    await whenShown(() => expect(told).toEqual([{ asked: expect.any(Number), reset: true, tickets: [] }]))
    expect(asked).toEqual([null, 'b1', 'b1'])
  })

  it('are asked for while the backend counts as unreachable, without waiting for the next probe', async () => {
    answer = (since) => (since === null || since === 'e1' ? { body: changes('e1') } : undefined)
    stop = followChanges(() => undefined)
    await eventually(() => expect(asked).toEqual([null]))
    const { getConnection, reportReachable } = await import('../connection')
    reportReachable(false, () => Promise.resolve(false))
    expect(getConnection()).toBe('unreachable')
    await whenShown(() => expect(asked).toContain('e1'))
    await eventually(() => expect(getConnection()).toBe('online'))
  })

  it('are asked for from the last cursor after a screen that did not follow them', async () => {
    answer = (since) =>
      since === null
        ? { body: changes('d1', [ticket]) }
        : since === 'd1'
          ? { body: changes('d1') }
          : undefined
    stop = followChanges((news) => void told.push(news))
    await eventually(() => expect(told).toHaveLength(1))
    stop()
    asked = []
    stop = followChanges(() => undefined)
    await eventually(() => expect(asked).toEqual(['d1']))
  })

  it('reach only the latest listener, and nobody once all have left', async () => {
    answer = () => ({ body: changes('c1', [ticket]) })
    const heard: string[] = []
    const stops = ['first', 'second'].map((name) => followChanges(() => void heard.push(name)))
    stop = () => stops.forEach((end) => end())
    await whenShown(() => expect(heard.length).toBeGreaterThan(1))
    expect(new Set(heard)).toEqual(new Set(['second']))
    stops.pop()?.()
    await whenShown(() => expect(heard.at(-1)).toBe('first'))
    stops.pop()?.()
    const before = heard.length
    show('visible')
    show('visible')
    expect(heard).toHaveLength(before)
  })
})
