/** Outgoing mail through a server that greets late, as busy ones do. */
import { createServer, type Server } from 'node:net'
import { clientAs, createUser, freePort, sql, startStack, type Stack } from '@helpdesk/testing'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

const LATE_MS = 14_000

/** Takes every mail, and keeps the subjects. `late` are the connections, counted from 1, which it greets late. */
async function startServer(port: number, late: number[]) {
  const subjects: string[] = []
  let connections = 0
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    connections += 1
    const wait = late.includes(connections) ? LATE_MS : 0
    setTimeout(() => socket.write('220 slow.example ESMTP\r\n'), wait)
    let text = ''
    let isData = false
    socket.on('data', (chunk) => {
      text += String(chunk)
      if (isData) {
        if (!text.endsWith('\r\n.\r\n')) return
        subjects.push(/^Subject: (.*)$/m.exec(text)?.[1]?.trim() ?? '')
        isData = false
        socket.write('250 taken\r\n')
      } else {
        isData = text.startsWith('DATA')
        socket.write(isData ? '354 go on\r\n' : '250 well\r\n')
      }
      text = ''
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { server, subjects }
}

let stack: Stack
let server: Server
let subjects: string[]
beforeAll(async () => {
  const port = await freePort()
  // The first connection only asks whether the server is there.
  ;({ server, subjects } = await startServer(port, [2]))
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Desk <desk@example.com>' }
  stack = await startStack({ env })
}, 90_000)
afterAll(async () => {
  await stack?.stop()
  server?.close()
})

it('waits for a late greeting, while the next mail goes out', async () => {
  await createUser(stack, { email: 'cora@example.com', name: 'Cora Customer' })
  await createUser(stack, { email: 'ada@example.com', role: 'agent', name: 'Ada Agent' })
  const customer = await clientAs(stack, 'cora@example.com')
  const agent = await clientAs(stack, 'ada@example.com')
  for (const subject of ['First fire', 'Second fire']) {
    const row = { subject, description: 'Smoke comes out of the left side.' }
    const { data, error } = await customer.from('tickets').insert(row).select('id').single()
    if (error) throw error
    await agent.rpc('send_reply', { ticket_id: data.id, content: 'We are on our way.', files: 0 })
  }
  await vi.waitFor(() => expect(subjects).toHaveLength(2), { timeout: 40_000, interval: 50 })
  expect(subjects[0]).toContain('Second fire')
  expect(subjects[1]).toContain('First fire')
  const db = sql(stack)
  await vi.waitFor(async () => {
    const rows = await db`select attempts from public.notification_outbox where sent_at is not null`
    expect(rows).toMatchObject([{ attempts: 1 }, { attempts: 1 }])
  })
  await db.end()
}, 60_000)
