import type { Readable } from 'node:stream'
import { createGuard } from '../guard'
import { errorCode } from '../error-code'
import type { Log } from '../log/log'
import { exitCodes, StartError } from '../start-error'
import { BoundedSmtpServer } from './bounded-smtp-server'
import { createMailMemory, type HeldMail } from './mail-memory'
import { limitConnections, standardLimits, type ConnectionLimits } from './smtp-connections'

/** What the sending program said before the mail itself. */
export interface MailEnvelope {
  to: string[]
  /** Empty for bounces. */
  from: string
  /** Address of the account as which it signed in. */
  signedInAs?: string
}

export interface IncomingSmtpOptions {
  port: number
  /** Takes any free port when `port` is taken. */
  canMove?: boolean
  /** Whether the workspace reads mails to this address. */
  isRecipient(address: string): Promise<boolean>
  /** Whether the disk has room for mails. */
  hasRoom(): Promise<boolean>
  /** Delivers a raw mail to the function `receive-mail`. */
  deliver(raw: Buffer, envelope: MailEnvelope): Promise<Response>
  /** Whether address and password are those of an account. Rejects when that cannot be said now. */
  canSignIn(address: string, password: string, client: string): Promise<boolean>
  limits?: Partial<ConnectionLimits>
  log: Log
}

export interface IncomingSmtp {
  port: number
  close(): Promise<void>
}

export const maxMailBytes = 25 * 1024 * 1024

const reply = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })
const tooLarge = () =>
  reply(552, '5.3.4 An email can have up to 25 MB including attachments. Send large files as links.')
const noRoom = () => reply(452, '4.3.1 Insufficient system storage. Try again later.')
const tryAgain = () => reply(451, '4.3.0 The workspace cannot take the mail now. Try again later.')

/** Bytes of all mails that arrive or are filed: each is kept whole, several times while it is filed. */
const MAX_HELD_BYTES = 128 * 1024 * 1024

async function read(
  stream: Readable & { sizeExceeded?: boolean },
  held: HeldMail,
  chunks: Buffer[],
): Promise<Buffer> {
  let fits = true
  for await (const chunk of stream) {
    if (stream.sizeExceeded) held.release()
    else fits = held.add(chunk.length)
    // The rest is read and dropped, so that the sender gets the refusal.
    if (!fits || stream.sizeExceeded) chunks.length = 0
    else chunks.push(chunk)
  }
  if (stream.sizeExceeded) throw tooLarge()
  if (!fits) throw tryAgain()
  held.arrived()
  return Buffer.concat(chunks.splice(0))
}

/** The answer of the function in the codes of SMTP: only what was stored is accepted. */
async function check(response: Response): Promise<void> {
  await response.body?.cancel()
  if (response.ok) return
  if (response.status === 413) throw tooLarge()
  if (response.status === 400) throw reply(554, '5.6.0 The mail cannot be read')
  throw tryAgain()
}

const isReply = (error: unknown) => error instanceof Error && 'responseCode' in error

/**
 * Receives mails to the workspace by SMTP on 127.0.0.1. Programs may sign in with an account of the portal, which proves that
 * its address is theirs.
 * @throws StartError when the port is taken
 */
export async function startIncomingSmtp(options: IncomingSmtpOptions): Promise<IncomingSmtp> {
  const { hasRoom, isRecipient, deliver, canSignIn, log } = options
  /** Answers 451 to whatever fails here: the sender keeps the mail and tries again. */
  const settle = (work: Promise<void>, done: (error?: Error | null) => void) => {
    work.then(
      () => done(),
      (error: unknown) => {
        if (isReply(error)) return done(error instanceof Error ? error : tryAgain())
        log(`mail: not received: ${String(error)}`, { level: 'error' })
        done(tryAgain())
      },
    )
  }

  const hold = createMailMemory(MAX_HELD_BYTES)
  const server = new BoundedSmtpServer({
    banner: 'Helpdesk',
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: maxMailBytes,
    socketTimeout: 60_000,
    closeTimeout: 5_000,
    onAuth({ username, password }, { remoteAddress }, done) {
      canSignIn(username ?? '', password ?? '', remoteAddress).then(
        (allowed) =>
          allowed
            ? done(null, { user: (username ?? '').trim().toLowerCase() })
            : done(reply(535, '5.7.8 Wrong address or password')),
        () => done(reply(454, '4.7.0 Temporary authentication failure')),
      )
    },
    onMailFrom(_address, _session, done) {
      const work = hasRoom().then((fits) => {
        if (!fits) throw noRoom()
      })
      settle(work, done)
    },
    onRcptTo({ address }, _session, done) {
      const work = isRecipient(address).then((known) => {
        if (!known) throw reply(550, '5.1.1 The workspace has no such address')
      })
      settle(work, done)
    },
    onData(stream, { envelope, user, remoteAddress }, done) {
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      const to = envelope.rcptTo.map(({ address }) => address)
      const signedInAs = typeof user === 'string' ? { signedInAs: user } : {}
      const chunks: Buffer[] = []
      const held = hold(remoteAddress, () => (chunks.length = 0))
      settle(
        read(stream, held, chunks)
          .then((raw) => deliver(raw, { to, from, ...signedInAs }))
          .then(check)
          .finally(() => held.release()),
        done,
      )
    },
  })
  limitConnections(server.server, { ...standardLimits, ...options.limits }, log)
  // Without a listener, a client that disconnects early would end the process.
  server.on(
    'error',
    createGuard({ name: 'mail', log })((error: Error) => {
      if (errorCode(error) !== 'EADDRINUSE') log(`mail: ${error.message}`, { level: 'error' })
    }),
  )
  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      server.once('error', reject)
      const listening = server.listen(port, '127.0.0.1', () => {
        const address = listening.address()
        resolve(typeof address === 'object' && address ? address.port : port)
      })
    })
  const port = await listen(options.port).catch((error: unknown) => {
    if (errorCode(error) !== 'EADDRINUSE') throw error
    if (options.canMove) return listen(0)
    throw new StartError(
      `Port ${options.port} for incoming mail is taken by another program. Choose another one: SMTP_PORT=${options.port + 10} npm start`,
      exitCodes.portTaken,
    )
  })
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) }
}
