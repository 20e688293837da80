import { createServer } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterEach, describe, expect, it } from 'vitest'
import { StartError } from '../start-error'
import { startDeskSmtp, type DeskSmtp, type DeskSmtpOptions, type MailEnvelope } from './desk-smtp'

let server: DeskSmtp | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})
const logged: string[] = []

async function start(options: Partial<DeskSmtpOptions> = {}) {
  server = await startDeskSmtp({
    port: 0,
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

describe('the SMTP server of the desk', () => {
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
    ['an unknown recipient', { isRecipient: async () => false }, 550],
  ])('answers %s', async (_name, options, responseCode) => {
    await expect((await start(options))()).rejects.toMatchObject({ responseCode })
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
