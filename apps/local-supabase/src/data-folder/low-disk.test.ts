/** A workspace whose disk has less free space than it should keep: no disk is that large. */
import { clientAs, createUser, serviceClient, sql, startStack, type Stack } from '@helpdesk/testing'
import { createTransport } from 'nodemailer'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ticket } from '../../conformance/ticket'
import { diskFull } from '../http/disk-error'

const secret = 'the secret of those who deliver'
let stack: Stack
let db: Sql
beforeAll(async () => {
  stack = await startStack({
    env: {
      HELPDESK_LEAST_FREE_MB: '999999999',
      HELPDESK_METRICS_KEY: 'a-metrics-key',
      RECEIVE_MAIL_SECRET: secret,
    },
  })
  db = sql(stack)
  await createUser(stack, { email: 'pat@example.com' })
  await createUser(stack, { email: 'root@example.com', role: 'admin' })
})
afterAll(async () => {
  await db?.end()
  await stack?.stop()
})

const since = /are refused since 20\d\d-\S+Z\.$/

it('defers emails before their content comes', async () => {
  const smtp = createTransport({ url: stack.smtpUrl, ignoreTLS: true })
  await expect(
    smtp.sendMail({ from: 'olive@example.org', to: 'support@localhost', text: 'Hello' }),
  ).rejects.toMatchObject({ responseCode: 452, command: 'MAIL FROM' })
  const response = await fetch(`${stack.url}/functions/v1/receive-mail`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`desk:${secret}`)}`, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('300')
  expect(await db`select from private.mail_messages`).toHaveLength(0)
})

it('refuses uploads, but takes tickets, comments and sign-ins', async () => {
  const pat = await clientAs(stack, 'pat@example.com')
  const { data, error } = await pat.from('tickets').insert(ticket('Low')).select('id').single()
  expect(error).toBeNull()
  const file = new Blob(['text'], { type: 'text/plain' })
  const uploaded = await pat.storage.from('ticket-attachments').upload(`${data?.id}/a.txt`, file)
  expect(uploaded.error).toMatchObject({ statusCode: '507', message: diskFull.message })
  const written = await pat.from('comments').insert({ ticket_id: data?.id, content: 'Still here' })
  expect(written.error).toBeNull()
})

it('finishes with the secret key what was taken before', async () => {
  const { error } = await serviceClient(stack)
    .storage.from('mail-originals')
    .upload('a.eml', new Blob(['Subject: x'], { type: 'message/rfc822' }))
  expect(error).toBeNull()
})

it('stays ready, and tells probes, metrics and admins what is refused since when', async () => {
  const response = await fetch(`${stack.url}/readyz`)
  const { status, checks } = await response.json()
  expect([response.status, status]).toEqual([200, 'degraded'])
  expect(checks.disk).toEqual({ ok: false, reason: expect.stringMatching(since) })
  expect(checks.storage).toEqual({ ok: true })
  const headers = { authorization: 'Bearer a-metrics-key' }
  const metrics = await (await fetch(`${stack.url}/metrics`, { headers })).text()
  expect(metrics).toMatch(/^helpdesk_up\{part="disk"\} 0$/m)
  expect(metrics).toMatch(/^helpdesk_disk_least_free_bytes 1\d{15}$/m)
  expect(metrics).toMatch(/^helpdesk_disk_refuses_since_seconds 1\d{9}$/m)
  const admin = await clientAs(stack, 'root@example.com')
  await vi.waitFor(
    async () => {
      const { data } = await admin.rpc('get_service_health')
      expect(data.checks).toContainEqual(
        expect.objectContaining({ name: 'disk', ok: false, reason: expect.stringMatching(since) }),
      )
    },
    { timeout: 30_000, interval: 500 },
  )
}, 40_000)
