import { rmSync, writeFileSync } from 'node:fs'
import { startStack, type Stack } from '@helpdesk/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import postgres from 'postgres'
import { Unhealthy } from './checks'
import { createReadiness } from './readiness'

const url = new URL('http://a/readyz')
const ask = async (readiness: ReturnType<typeof createReadiness>) => {
  const response = await readiness.handler(new Request(url), url)
  return { status: response?.status, body: await response?.json() }
}

describe('readiness', () => {
  it('is 503 when users notice, and 200 when something is late', async () => {
    const log = vi.fn()
    const readiness = createReadiness({ log, report: async () => {}, cacheMs: 0 })
    let reason = ''
    const check = async () => {
      if (reason) throw new Unhealthy(reason)
    }
    readiness.add('storage', check)
    readiness.add('mail_server', async () => Promise.reject(new Error('user:password@host')), false)
    const mail_server = { ok: false, reason: 'The check failed.' }
    expect(await ask(readiness)).toEqual({
      status: 200,
      body: { status: 'degraded', checks: { storage: { ok: true }, mail_server } },
    })
    reason = 'No space.'
    expect(await ask(readiness)).toEqual({
      status: 503,
      body: { status: 'down', checks: { storage: { ok: false, reason }, mail_server } },
    })
    await ask(readiness)
    reason = ''
    await ask(readiness)
    expect(log.mock.calls.map(([line]) => line)).toEqual([
      'health: mail_server failed: The check failed.',
      'health: storage failed: No space.',
      'health: storage works again',
    ])
    readiness.close()
  })

  it('runs its checks once for many requests, and does not wait for a hanging one', async () => {
    const readiness = createReadiness({ log: () => {}, report: async () => {}, timeoutMs: 20 })
    const check = vi.fn(() => new Promise<void>(() => {}))
    readiness.add('database', check)
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(readiness)))
    answers.push(await ask(readiness))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    expect(answers[0]?.body.checks.database.reason).toBe('No answer within 0.02 seconds.')
    expect(check).toHaveBeenCalledOnce()
    readiness.close()
  })
})

describe('a running workspace', () => {
  let stack: Stack
  let db: postgres.Sql
  beforeAll(async () => {
    stack = await startStack({ env: { HELPDESK_METRICS_KEY: 'a-metrics-key' } })
    db = postgres(stack.databaseUrl, { max: 1 })
  })
  afterAll(async () => {
    await db?.end()
    await stack?.stop()
  })
  const ready = async () => {
    const response = await fetch(`${stack.url}/readyz`)
    return { status: response.status, ...(await response.json()) }
  }

  it('is ready, and live without touching anything', async () => {
    expect(await ready()).toEqual({
      status: 'ok',
      checks: {
        database: { ok: true },
        data_api: { ok: true },
        storage: { ok: true },
        disk: { ok: true },
        sender: { ok: true },
        incoming_mail: { ok: true },
      },
    })
    expect((await fetch(`${stack.url}/readyz`)).status).toBe(200)
    expect((await fetch(`${stack.url}/healthz`)).status).toBe(200)
  })

  it('is not ready when files cannot be stored, and live all the same', async () => {
    const folder = `${stack.dataDir}/storage`
    rmSync(folder, { recursive: true, force: true })
    writeFileSync(folder, '')
    await vi.waitFor(async () => expect((await fetch(`${stack.url}/readyz`)).status).toBe(503), 5_000)
    expect((await ready()).checks.storage).toEqual({
      ok: false,
      reason: 'Files cannot be written (ENOTDIR).',
    })
    expect((await fetch(`${stack.url}/healthz`)).status).toBe(200)
    expect(stack.output()).toContain('health: storage failed: Files cannot be written (ENOTDIR).')
    rmSync(folder)
    await vi.waitFor(async () => expect((await fetch(`${stack.url}/readyz`)).status).toBe(200), 5_000)
  })

  it('has metrics, for the key only and without a text of a sender', async () => {
    const read = (bearer: string) =>
      fetch(`${stack.url}/metrics`, { headers: { authorization: `Bearer ${bearer}` } })
    expect((await fetch(`${stack.url}/metrics`)).status).toBe(401)
    expect((await read('a-metrics-kex')).status).toBe(401)
    for (const path of ['/rest/v1/ann@example.com', '/ann@example.com', '/rest/v1/tickets?id=eq.x'])
      await fetch(`${stack.url}${path}`, { headers: { apikey: stack.publishableKey } })
    const response = await read('a-metrics-key')
    expect(response.headers.get('content-type')).toContain('version=0.0.4')
    const text = await response.text()
    expect(text).not.toContain('ann@example')
    for (const line of [
      /^helpdesk_http_request_seconds_count\{method="GET",route="\/rest\/v1\/\*",status="404"\} 1$/m,
      /^helpdesk_http_request_seconds_bucket\{method="GET",route="\/readyz",status="200",le="\+Inf"\} \d+$/m,
      /^helpdesk_up\{part="database"\} 1$/m,
      /^helpdesk_queue_waiting\{queue="data-api"\} 0$/m,
      /^helpdesk_database_connections\{state="idle"\} \d+$/m,
      /^helpdesk_realtime_sockets 0$/m,
      /^helpdesk_mails_waiting 0$/m,
      /^helpdesk_disk_free_bytes \d+$/m,
      /^helpdesk_disk_least_free_bytes \d+$/m,
      /^helpdesk_disk_refuses_since_seconds 0$/m,
      /^helpdesk_process_resident_memory_bytes \d+$/m,
      /^helpdesk_event_loop_delay_seconds\{quantile="0.99"\} [\d.e-]+$/m,
    ])
      expect(text).toMatch(line)
  })
})

it('has no metrics without a key', async () => {
  const stack = await startStack()
  expect((await fetch(`${stack.url}/metrics`, { headers: { authorization: 'Bearer ' } })).status).toBe(404)
  await stack.stop()
})
