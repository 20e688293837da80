import { describe, expect, it } from 'vitest'
import { createLog, redirectConsole, type LogFormat } from './log'
import { inRequest, requestId } from './request-scope'
import { createRoutes } from './routes'

function record(format: LogFormat) {
  const lines: string[] = []
  return { lines, log: createLog(format, (line) => lines.push(line)) }
}
const request = { method: 'GET', route: '/rest/v1/tickets', role: 'anon', status: 200, durationMs: 3 }

describe('the log', () => {
  it('writes one JSON object for each entry, with the id of its request', async () => {
    const { lines, log } = record('json')
    log('Services\nready')
    await inRequest('7F3K-2Q', async () => log('GET /rest/v1/tickets 200', request))
    expect(lines).toHaveLength(2)
    const [first, second] = lines.map((line) => JSON.parse(line))
    expect(first).toEqual({
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      level: 'info',
      message: 'Services\nready',
    })
    expect(second).toMatchObject({ requestId: '7F3K-2Q', ...request })
  })

  it('tells a person at a terminal what happened, but not each answered request', async () => {
    const { lines, log } = record('text')
    log('Services ready')
    await inRequest('7F3K-2Q', async () => {
      log('GET /rest/v1/tickets 200', request)
      log('GET /rest/v1/tickets 500', { ...request, status: 500, level: 'error' })
    })
    expect(lines).toEqual(['Services ready', 'GET /rest/v1/tickets 500 (reference 7F3K-2Q)'])
  })

  it('contains what functions print as errors', () => {
    const { lines, log } = record('json')
    const target = { error: (..._parts: unknown[]) => {} }
    redirectConsole(log, target)
    target.error('send-invites:', 502)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', message: 'send-invites: 502' })
  })
})

describe('the id of a request', () => {
  it('is short and readable', () => {
    const ids = Array.from({ length: 200 }, () => requestId(null))
    for (const id of ids) expect(id).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{2}$/)
    expect(new Set(ids).size).toBe(200)
  })

  it('is that of the proxy only if it is well-formed', () => {
    expect(requestId('4bf92f3577b34da6a3ce929d0e0e4736')).toBe('4bf92f3577b34da6a3ce929d0e0e4736')
    for (const given of ['', 'short', 'a b c d e f', 'x'.repeat(65), '<script>', 'ü'.repeat(8)])
      expect(requestId(given)).toMatch(/^.{4}-..$/)
  })

  it('stays with the work of its request', async () => {
    const { lines, log } = record('json')
    const work = (id: string, ms: number) =>
      inRequest(id, async () => {
        await new Promise((resolve) => setTimeout(resolve, ms))
        log(id)
      })
    await Promise.all([work('first1', 10), work('second', 1)])
    for (const line of lines) expect(JSON.parse(line).requestId).toBe(JSON.parse(line).message)
  })
})

describe('the route of a request', () => {
  const routeOf = createRoutes(['tickets', 'claim_ticket', 'send-invites'])
  it.each([
    ['/rest/v1/tickets', '/rest/v1/tickets'],
    ['/rest/v1/rpc/claim_ticket', '/rest/v1/rpc/claim_ticket'],
    ['/rest/v1/rpc/ann@example.com', '/rest/v1/rpc/*'],
    ['/rest/v1/ann@example.com', '/rest/v1/*'],
    ['/rest/v1/', '/rest/v1'],
    ['/functions/v1/send-invites/x', '/functions/v1/send-invites'],
    ['/auth/v1/admin/users/4f0c', '/auth/v1/admin/users'],
    ['/storage/v1/object/ticket-attachments/4f0c/passport.pdf', '/storage/v1/object/*'],
    ['/storage/v1/object/sign/ticket-attachments/4f0c/passport.pdf', '/storage/v1/object/sign'],
    ['/tickets/4f0c', '/tickets/*'],
    ['/assets/index-abc.js', '/assets/*'],
    ['/tokens-of-a-stranger', '/*'],
    ['/healthz', '/healthz'],
    ['/', '/'],
  ])('%s is %s', (path, route) => expect(routeOf(path)).toBe(route))
})
