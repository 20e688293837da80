import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFreeSpace } from '../data-folder/free-space'
import { limitBody, readAtMost } from './body-limit'
import { createHeldBodies } from './held-bodies'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const minimumRate = { seconds: 10, rate: 16 * 1024, pause: 30 }

/** An upload of `perSecond` bytes each second. */
function upload(perSecond: number, seconds: number): Request {
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      sent += 1
      controller.enqueue(new Uint8Array(perSecond))
      if (sent === seconds) controller.close()
    },
  })
  const init = { method: 'POST', body, duplex: 'half' }
  return new Request('http://127.0.0.1/', init)
}

it('ends an upload below the minimum rate', async () => {
  const read = readAtMost(upload(10, 120), 1_000_000, minimumRate)
  const refused = expect(read).rejects.toMatchObject({ status: 408, code: 'body_too_slow' })
  await vi.advanceTimersByTimeAsync(11_000)
  await refused
})

it('ends an upload that sends nothing', async () => {
  const init = { method: 'POST', body: new ReadableStream<Uint8Array>(), duplex: 'half' }
  const read = readAtMost(new Request('http://127.0.0.1/', init), 1_000_000, minimumRate)
  const refused = expect(read).rejects.toMatchObject({ status: 408 })
  await vi.advanceTimersByTimeAsync(11_000)
  await refused
})

it('accepts a slow upload above the minimum rate', async () => {
  const read = readAtMost(upload(20_000, 120), 5_000_000, minimumRate)
  await vi.advanceTimersByTimeAsync(121_000)
  expect((await read)?.byteLength).toBe(2_400_000)
})

it('ends an upload that stops after a quick start', async () => {
  let sent = false
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent) return new Promise(() => undefined)
      sent = true
      controller.enqueue(new Uint8Array(35_000_000))
    },
  })
  const init = { method: 'POST', body, duplex: 'half' }
  const read = readAtMost(new Request('http://127.0.0.1/', init), 36_000_000, minimumRate)
  const refused = expect(read).rejects.toMatchObject({ status: 408 })
  await vi.advanceTimersByTimeAsync(31_000)
  await refused
})

const mailKeys = { secret: 'the secret of those who deliver', mailgunKey: undefined }
const space = createFreeSpace('/', { leastMegabytes: 0 })

it.each(['/rest/v1/rpc/verify_invite', '/functions/v1/update-user-role'])(
  'ends a slow body for %s',
  async (path) => {
    const limited = limitBody(upload(10, 120), path, { mailKeys, space, held: undefined })
    const refused = expect(limited).rejects.toMatchObject({ status: 408 })
    await vi.advanceTimersByTimeAsync(11_000)
    await refused
  },
)

/** A body that sends its bytes and then nothing. */
function stalled(bytes: number): Request {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(bytes)),
  })
  const init = { method: 'POST', body, duplex: 'half' }
  return new Request('http://127.0.0.1/', init)
}

it('refuses a sender that holds as much as is left, but not small bodies and not others', async () => {
  const hold = createHeldBodies(1_000_000)
  const post = (bytes: number, held = hold('someone')) =>
    limitBody(
      new Request('http://127.0.0.1/', { method: 'POST', body: 'x'.repeat(bytes) }),
      '/rest/v1/tickets',
      { mailKeys, space, held },
    )
  const waiting = hold('someone')
  await post(500_000, waiting)
  await expect(post(100_000)).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
  await post(16_000)
  await post(200_000, hold('someone else'))
  waiting.release()
  await post(300_000)
})

it('ends stalled bodies early once their sender holds nearly all that it may', async () => {
  const hold = createHeldBodies(1_000_000)
  const read = (bytes: number, sender: string) => {
    const held = hold(sender)
    return readAtMost(stalled(bytes), 1_000_000, minimumRate, held).finally(() => held.release())
  }
  const settled = { early: vi.fn(), late: vi.fn() }
  const early = expect(read(400_000, 'one').finally(settled.early)).rejects.toMatchObject({ status: 408 })
  const late = expect(read(100_000, 'two').finally(settled.late)).rejects.toMatchObject({ status: 408 })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(settled.early).not.toHaveBeenCalled()
  const another = expect(read(50_000, 'one')).rejects.toMatchObject({ status: 408 })
  await vi.advanceTimersByTimeAsync(1_100)
  expect(settled.early).toHaveBeenCalledOnce()
  expect(settled.late).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(30_000)
  await Promise.all([early, late, another])
})

it('refuses a mail before its body is read while there is no room for it, and nothing else', async () => {
  const full = createFreeSpace('/', { leastMegabytes: 999_999_999 })
  const post = (path: string, body: BodyInit) =>
    limitBody(
      new Request('http://127.0.0.1/', {
        ...{ method: 'POST', body, duplex: 'half' },
        headers: { authorization: `Basic ${btoa(`desk:${mailKeys.secret}`)}` },
      }),
      path,
      { mailKeys, space: full, held: undefined },
    )
  await expect(post('/functions/v1/receive-mail', new ReadableStream())).rejects.toMatchObject({
    status: 503,
    code: 'no_room_for_mail',
    headers: { 'retry-after': '300' },
  })
  await post('/rest/v1/comments', '{}')
})

it('refuses a mail without a key before its body is read', async () => {
  const path = '/functions/v1/receive-mail'
  const post = (headers: Record<string, string>) => {
    const request = new Request('http://127.0.0.1/', { method: 'POST', body: '{}', headers })
    return limitBody(request, path, { mailKeys, space, held: undefined })
  }
  const basic = (password: string) => ({ authorization: `Basic ${btoa(`desk:${password}`)}` })
  const endless = new Request('http://127.0.0.1/', {
    ...{ method: 'POST', body: new ReadableStream(), duplex: 'half' },
  })
  await expect(limitBody(endless, path, { mailKeys, space, held: undefined })).rejects.toMatchObject({
    status: 401,
  })
  await expect(post(basic('wrong'))).rejects.toMatchObject({ status: 401 })
  await expect(post({ 'content-type': 'multipart/form-data; boundary=b' })).rejects.toMatchObject({
    status: 401,
  })
  await post(basic(mailKeys.secret))
  await post({ 'x-mail-signature': 't=1' })
})
