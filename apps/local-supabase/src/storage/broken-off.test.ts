import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clientAs, createUser, sql, startStack, type Stack } from '@helpdesk/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack?.stop())

/** Sends the head of an upload and the beginning of its body, and leaves. */
async function breakOff(path: string, token: string, body: string): Promise<void> {
  const { host, port } = new URL(stack.url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  const head = [
    `POST /storage/v1/object/ticket-attachments/${path} HTTP/1.1`,
    `host: ${host}`,
    `apikey: ${stack.publishableKey}`,
    `authorization: Bearer ${token}`,
    'content-type: text/plain',
    'transfer-encoding: chunked',
  ]
  await new Promise<void>((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => resolve()))
  await sleep(3)
  socket.resetAndDestroy()
}

it('a chunked upload that breaks off leaves no object, no bytes, and the path free', async () => {
  await createUser(stack, { email: 'cora@example.com' })
  const client = await clientAs(stack, 'cora@example.com')
  const row = { subject: 'A file', description: 'Its upload breaks off.' }
  const { data: ticket } = await client.from('tickets').insert(row).select('id').single().throwOnError()
  const token = (await client.auth.getSession()).data.session?.access_token ?? ''
  const paths = Array.from({ length: 12 }, () => `${ticket.id}/${randomUUID()}.txt`)
  await Promise.all(paths.map((path, n) => breakOff(path, token, n % 2 ? '5\r\nhello\r\n' : '')))
  await sleep(1_000)
  const db = sql(stack)
  expect(await db`select name from storage.objects`).toEqual([])
  await db.end()
  const files = await readdir(join(stack.dataDir, 'storage'), { recursive: true }).catch(() => [])
  expect(files.filter((name) => name.includes('/'))).toEqual([])
  const { error } = await client.storage
    .from('ticket-attachments')
    .upload(paths[0] ?? '', new Blob(['hello'], { type: 'text/plain' }))
  expect(error).toBeNull()
})
