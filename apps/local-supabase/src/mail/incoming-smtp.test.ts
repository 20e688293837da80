import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { StartError } from '../start-error'
import {
  startIncomingSmtp,
  type IncomingSmtp,
  type IncomingSmtpOptions,
  type MailEnvelope,
} from './incoming-smtp'

let server: IncomingSmtp | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})
const logged: string[] = []

async function start(options: Partial<IncomingSmtpOptions> = {}) {
  server = await startIncomingSmtp({
    port: 0,
    hasRoom: async () => true,
    isRecipient: async (address) => address === 'support@localhost',
    deliver: async () => new Response('{}'),
    canSignIn: async (address, password) => address === 'ada@example.com' && password === 'right',
    log: (line) => void logged.push(line),
    ...options,
  })
  return (mail: Record<string, unknown> = {}, auth?: { user: string; pass: string }) =>
    createTransport({
      host: '127.0.0.1',
      port: server?.port ?? 0,
      ignoreTLS: true,
      ...(auth ? { auth } : {}),
    }).sendMail({
      from: 'olive@example.org',
      to: 'support@localhost',
      text: 'Hello',
      ...mail,
    })
}

describe('the SMTP server of the workspace', () => {
  it('delivers the raw mail with its envelope, and who signed in', async () => {
    const delivered: [string, MailEnvelope][] = []
    const send = await start({
      deliver: async (raw, envelope) => {
        delivered.push([raw.toString(), envelope])
        return new Response('{}')
      },
    })
    await send()
    await send({}, { user: 'ada@example.com', pass: 'right' })
    await send({ envelope: { from: '', to: ['support@localhost'] } })
    const to = ['support@localhost']
    expect(delivered.map(([, envelope]) => envelope)).toEqual([
      { to, from: 'olive@example.org' },
      { to, from: 'olive@example.org', signedInAs: 'ada@example.com' },
      { to, from: '' },
    ])
    expect(delivered[0]?.[0]).toMatch(/\r\n\r\nHello\r\n$/)
    await expect(send({}, { user: 'ada@example.com', pass: 'wrong' })).rejects.toMatchObject({
      responseCode: 535,
    })
  })

  it.each([
    ['a failed delivery', { deliver: async () => new Response(null, { status: 503 }) }, 451],
    ['a function that fails', { deliver: async () => new Response(null, { status: 500 }) }, 451],
    ['an unreachable function', { deliver: () => Promise.reject(new Error('away')) }, 451],
    ['an unreachable database', { isRecipient: () => Promise.reject(new Error('away')) }, 451],
    [
      'a mail that the function finds too large',
      { deliver: async () => new Response(null, { status: 413 }) },
      552,
    ],
    ['a mail while the disk has no room', { hasRoom: async () => false }, 452],
    ['an unknown recipient', { isRecipient: async () => false }, 550],
  ])('answers %s', async (_name, options, responseCode) => {
    await expect((await start(options))()).rejects.toMatchObject({ responseCode })
  })

  describe('with slow clients', () => {
    /** Says half a line, and goes on so slowly that no time-out ends it. */
    async function openSlowly(count: number) {
      const sockets = Array.from({ length: count }, () => connect(server?.port ?? 0, '127.0.0.1'))
      const closed = { count: 0, answers: '' }
      for (const socket of sockets) {
        socket.on('error', () => undefined)
        socket.on('data', (chunk) => (closed.answers += String(chunk)))
        socket.on('close', () => (closed.count += 1))
        socket.write('EHLO slow')
      }
      await Promise.all(sockets.map((socket) => once(socket, 'connect')))
      return { closed, end: () => sockets.forEach((socket) => socket.destroy()) }
    }

    it('takes mails, for which the oldest connections of an address make room', async () => {
      const send = await start()
      const { closed, end } = await openSlowly(70)
      await expect(send()).resolves.toMatchObject({ rejected: [] })
      await vi.waitFor(() => expect(closed.count).toBeGreaterThanOrEqual(50))
      expect(closed.answers).toContain('421 4.3.2 ')
      end()
    })

    it('ends a connection after some time', async () => {
      await start({ limits: { duration: 300 } })
      const { closed, end } = await openSlowly(1)
      await vi.waitFor(() =>
        expect(closed).toMatchObject({ count: 1, answers: expect.stringContaining('421') }),
      )
      end()
    })
  })

  async function takePort() {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    return { other, port: typeof address === 'object' && address ? address.port : 0 }
  }

  it('takes a free port when nobody has named the taken one', async () => {
    const { other, port } = await takePort()
    const send = await start({ port, canMove: true })
    await expect(send()).resolves.toMatchObject({ rejected: [] })
    other.close()
  })

  it('refuses to start on a taken port, with a hint', async () => {
    const { other, port } = await takePort()
    const started = start({ port })
    await expect(started).rejects.toThrow(StartError)
    await expect(started).rejects.toThrow(
      `Port ${port} for incoming mail is taken by another program. Choose another one: SMTP_PORT=`,
    )
    other.close()
  })
})
