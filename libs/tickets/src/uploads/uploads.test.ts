// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  buildAttachment,
  buildTicketDetail,
  CUSTOMER_ID,
  forgetUploads,
  signInAs,
  stubBackend,
  stubIndexedDB,
  TICKET_ID,
  type SentRequest,
} from '../testing'
import { ticketKeys } from '../api/keys'
import { retryDelay, UPLOADS_AT_ONCE } from './run-uploads'
import { pendingFiles } from './upload-ledger'
import { allUploads } from './upload-state'
import { cancelUpload, isLost, keepAndUpload, removeUpload, resumeUploads, retryUpload } from './uploads'

const queries = new QueryClient()
const message = { userId: CUSTOMER_ID, ticketId: TICKET_ID, requestId: 'request-1' }
const files = (...names: string[]) => names.map((name) => new File(['hello'], name))
const send = (...names: string[]) => keepAndUpload(queries, message, 'comment-1', files(...names))
const resume = () => resumeUploads(queries, CUSTOMER_ID)
const states = () => allUploads().map(({ status }) => status)
const pending = () => pendingFiles(CUSTOMER_ID).map(({ name }) => name)
const never = new Promise<never>(() => undefined)
const isBytes = ({ url }: SentRequest) => url.pathname.startsWith('/storage')

type Reply = { status?: number; body?: unknown } | Promise<never>
/** @param bytes answers each upload of bytes; `record` each insert of a record */
const backend = (bytes: (name: string) => Reply, record: () => Reply | null = () => null) =>
  stubBackend((request) => {
    if (isBytes(request)) return bytes(request.body instanceof File ? request.body.name : '')
    return (
      record() ?? {
        status: 201,
        body: buildAttachment({ ...(request.body as object), id: crypto.randomUUID() }),
      }
    )
  })

let device: ReturnType<typeof stubIndexedDB>
beforeEach(() => {
  localStorage.clear()
  device = stubIndexedDB()
  signInAs()
})
afterEach(() => {
  forgetUploads()
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'locks')
})

describe('uploads', () => {
  it('keep a file on the device until its record is acknowledged', async () => {
    let release = (_reply: Reply) => {}
    const record = new Promise<Reply>((resolve) => (release = resolve))
    backend(
      () => ({ body: {} }),
      () => record as Promise<never>,
    )
    await send('one.txt')
    await vi.waitFor(() => expect(states()).toEqual(['uploading']))
    expect(pending()).toEqual(['one.txt'])
    expect(device.size).toBe(1)
    release({ status: 201, body: buildAttachment() })
    await vi.waitFor(() => expect(states()).toEqual([]))
    expect(pending()).toEqual([])
    await vi.waitFor(() => expect(device.size).toBe(0))
  })

  it('go on after a reload at the same path', async () => {
    const sent = backend(() => never)
    await send('one.txt', 'two.txt', 'three.txt')
    await vi.waitFor(() => expect(states()).toEqual(['uploading', 'uploading', 'waiting']))
    expect(UPLOADS_AT_ONCE).toBe(2)
    await vi.waitFor(() => expect(sent).toHaveLength(2))
    const paths = sent.map(({ url }) => url.pathname)
    forgetUploads()
    const later = backend(() => ({ body: {} }))
    await resume()
    await vi.waitFor(() => expect(pending()).toEqual([]))
    const bytes = later.filter(isBytes)
    expect(bytes.map(({ body }) => (body as File).name)).toEqual(['one.txt', 'two.txt', 'three.txt'])
    expect(bytes.slice(0, 2).map(({ url }) => url.pathname)).toEqual(paths)
    const records = later.filter((request) => !isBytes(request)).map(({ body }) => body)
    for (const row of records) expect(row).toMatchObject({ ticket_id: TICKET_ID, comment_id: 'comment-1' })
    await vi.waitFor(() => expect(device.size).toBe(0))
  })

  it('do not send a file that another tab has finished', async () => {
    let release = () => {}
    const lock = new Promise<void>((resolve) => (release = resolve))
    const request = async (_name: string, { signal }: LockOptions, run: () => unknown) => {
      if (signal) await lock
      return run()
    }
    Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
    const sent = backend(() => ({ body: {} }))
    await send('one.txt')
    expect(states()).toEqual(['waiting'])
    localStorage.clear()
    release()
    await vi.waitFor(() => expect(states()).toEqual([]))
    expect(sent).toEqual([])
  })

  it.each([503, 500, 429])('are tried again by themselves after %i', async (status) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let isDown = true
    backend(() => (isDown ? { status, body: { message: 'x' } } : { body: {} }))
    await send('one.txt')
    await vi.waitFor(() => expect(states()).toEqual(['failed']))
    isDown = false
    await vi.advanceTimersByTimeAsync(retryDelay(1))
    await vi.waitFor(() => expect(states()).toEqual([]))
  })

  it('keep a refused file until its author tries again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let isRefused = true
    const sent = backend(() => (isRefused ? { status: 413, body: {} } : { body: {} }))
    await send('one.txt', 'two.txt')
    await vi.waitFor(() => expect(states()).toEqual(['failed', 'failed']))
    await vi.advanceTimersByTimeAsync(retryDelay(1) * 2)
    expect(sent).toHaveLength(2)
    isRefused = false
    retryUpload(queries, allUploads()[1]?.key ?? '')
    await vi.waitFor(() => expect(pending()).toEqual(['one.txt']))
    removeUpload(queries, allUploads()[0]?.key ?? '')
    expect(pending()).toEqual([])
    await vi.waitFor(() => expect(device.size).toBe(0))
  })

  it('send the bytes again when an earlier attempt left a part of them', async () => {
    let stored: string[] = ['cut off']
    const sent = stubBackend((request) => {
      if (request.method === 'DELETE') stored = []
      else if (isBytes(request)) {
        if (stored.length > 0) return { status: 400, body: { statusCode: '409', message: 'there' } }
        stored.push('all')
      } else if (stored[0] !== 'all')
        return { status: 403, body: { code: '42501', message: 'no', details: null, hint: null } }
      return { status: 201, body: buildAttachment() }
    })
    await send('one.txt')
    await vi.waitFor(() => expect(pending()).toEqual([]))
    expect(sent.map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE', 'POST', 'POST'])
  })

  it('can be cancelled and retried', async () => {
    const missing = ['one.txt', 'two.txt'].map((name) => ({
      request_id: 'request-1',
      comment_id: null,
      name,
    }))
    queries.setQueryData(ticketKeys.detail(TICKET_ID), buildTicketDetail({ missing_files: missing }))
    backend(() => never)
    await send('one.txt')
    const key = allUploads()[0]?.key ?? ''
    await vi.waitFor(() => expect(states()).toEqual(['uploading']))
    cancelUpload(queries, key)
    await vi.waitFor(() => expect(states()).toEqual(['cancelled']))
    expect(pending()).toEqual([])
    // The page no longer waits for it.
    expect(queries.getQueryData(ticketKeys.detail(TICKET_ID))).toMatchObject({ missing_files: [missing[1]] })
    backend(() => ({ body: {} }))
    retryUpload(queries, key)
    expect(pending()).toEqual(['one.txt'])
    await vi.waitFor(() => expect(states()).toEqual([]))
  })

  it('report a file that the browser has lost', async () => {
    backend(() => never)
    await send('one.txt')
    forgetUploads()
    device.clear()
    await resume()
    expect(allUploads().map(isLost)).toEqual([true])
  })

  it('are added once when a message is sent again', async () => {
    const sent = backend(() => never)
    await send('one.txt')
    await send('one.txt')
    expect(states()).toHaveLength(1)
    await vi.waitFor(() => expect(sent).toHaveLength(1))
  })

  it('do not start for files of another user', async () => {
    signInAs({ id: 'somebody-else' })
    const sent = backend(() => ({ body: {} }))
    await send('one.txt')
    expect(states()).toEqual(['waiting'])
    expect(sent).toEqual([])
  })
})
