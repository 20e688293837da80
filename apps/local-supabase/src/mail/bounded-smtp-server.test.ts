import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startIncomingSmtp, type IncomingSmtp, type IncomingSmtpOptions } from './incoming-smtp'

let server: IncomingSmtp | undefined
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server?.close()
  server = undefined
})

async function start(options: Partial<IncomingSmtpOptions> = {}) {
  server = await startIncomingSmtp({
    port: 0,
    hasRoom: async () => true,
    isRecipient: async (address) => address.startsWith('support'),
    deliver: async () => new Response('{}'),
    canSignIn: async () => false,
    log: () => undefined,
    ...options,
  })
  return server.port
}

/** A client that has said EHLO, and everything that the server answered. */
async function open(port: number) {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  const heard = { text: '', count: (code: string) => heard.text.split(`${code} `).length - 1 }
  socket.on('data', (chunk) => (heard.text += String(chunk)))
  socket.on('error', () => undefined)
  await once(socket, 'data')
  socket.write('EHLO client\r\n')
  await vi.waitFor(() => expect(heard.text).toMatch(/^250 /m))
  heard.text = ''
  return { socket, heard }
}

async function openData(port: number) {
  const client = await open(port)
  client.socket.write('MAIL FROM:<olive@example.org>\r\nRCPT TO:<support@localhost>\r\nDATA\r\n')
  await vi.waitFor(() => expect(client.heard.text).toContain('354 '))
  client.heard.text = ''
  return client
}

const send = (port: number) =>
  createTransport({ host: '127.0.0.1', port, ignoreTLS: true }).sendMail({
    from: 'olive@example.org',
    to: 'support@localhost',
    text: 'Hello',
  })

describe('the SMTP server of the workspace under a flood', () => {
  it('reads a mail of dots at the pace of any other', async () => {
    const raw: Buffer[] = []
    const port = await start({
      deliver: async (mail) => {
        raw.push(mail)
        return new Response('{}')
      },
    })
    const { socket, heard } = await openData(port)
    const used = process.cpuUsage()
    socket.write(`${'..\n'.repeat(1_000_000)}\r\n.\r\n`)
    await vi.waitFor(() => expect(heard.text).toContain('250 '), 30_000)
    const { user, system } = process.cpuUsage(used)
    expect(user + system).toBeLessThan(1_500_000)
    expect(raw[0]?.length).toBe(2_000_002)
  }, 40_000)

  it('answers so many commands per second, and takes mails meanwhile', async () => {
    const port = await start()
    const { socket, heard } = await open(port)
    socket.write('NOOP\r\n'.repeat(5_000))
    await vi.waitFor(() => expect(heard.count('250')).toBeGreaterThanOrEqual(190))
    await expect(send(port)).resolves.toMatchObject({ rejected: [] })
    expect(heard.count('250')).toBeLessThan(300)
  })

  it.each([
    ['unknown recipients', 'MAIL FROM:<a@b.example>\r\n', 'RCPT TO:<nobody@localhost>\r\n', '550'],
    ['wrong passwords', '', 'AUTH PLAIN AGEAYg==\r\n', '535'],
  ])('ends a connection after 20 %s', async (_name, first, command, code) => {
    const { socket, heard } = await open(await start())
    socket.write(first + command.repeat(40))
    await once(socket, 'close')
    expect(heard.text).toContain('421 Too many errors')
    expect(heard.count(code)).toBe(20)
  })

  it('takes 100 recipients of one mail', async () => {
    const { socket, heard } = await open(await start())
    const names = Array.from({ length: 102 }, (_, index) => `RCPT TO:<support+${index}@localhost>\r\n`)
    socket.write(`MAIL FROM:<a@b.example>\r\n${names.join('')}NOOP\r\n`)
    await vi.waitFor(() => expect(heard.count('250')).toBe(102))
    expect(heard.count('452')).toBe(2)
  })

  it('asks for a mail again while others fill its memory', async () => {
    let finish = (_answer: Response) => undefined as void
    const filed = new Promise<Response>((resolve) => (finish = resolve))
    const port = await start({ deliver: () => filed })
    const clients = await Promise.all(Array.from({ length: 7 }, () => openData(port)))
    const line = `${'x'.repeat(998)}\r\n`
    const mail = `${line.repeat(22_000)}.\r\n`
    for (const { socket } of clients) socket.write(mail)
    const answers = (code: string) => clients.filter(({ heard }) => heard.text.startsWith(code)).length
    await vi.waitFor(() => expect(answers('451')).toBeGreaterThanOrEqual(1), 30_000)
    finish(new Response('{}'))
    await vi.waitFor(() => expect(answers('451') + answers('250')).toBe(7), 30_000)
    expect(answers('250')).toBeGreaterThanOrEqual(3)
    await expect(send(port)).resolves.toMatchObject({ rejected: [] })
  }, 60_000)

  it('cuts off a mail that goes on far beyond the limit', async () => {
    const { socket, heard } = await openData(await start())
    socket.setMaxListeners(0)
    const chunk = Buffer.alloc(1024 * 1024, `${'x'.repeat(998)}\r\n`)
    for (let sent = 0; sent < 150 && !socket.destroyed; sent += 1)
      if (!socket.write(chunk))
        await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined)
    await vi.waitFor(() => expect(socket.closed).toBe(true), 10_000)
    expect(heard.text).toContain('421 Error: The mail is too large')
  }, 60_000)
})
