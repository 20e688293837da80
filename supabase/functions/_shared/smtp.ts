import { createTransport } from 'nodemailer'
import { serverTooSlow } from './mail-texts.ts'

interface Address {
  name: string
  address: string
}

/** A file of a mail, as base64. */
export interface MailFile {
  filename: string
  content: string
  contentType: string
  /** Shown inside the HTML part, which names it `cid:…`. */
  cid?: string
}

export interface OutgoingMail {
  to: Address
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  /** Name of the sender; the address is the configured one. */
  fromName?: string
  /** Shown in the header; each of them gets a mail of their own. */
  cc?: Address[]
  replyTo?: Address
  messageId?: string
  inReplyTo?: string
  references?: string[]
  files?: MailFile[]
}

export interface Mailer {
  /** The address in From. */
  sender: string
  /** @throws when the server is unreachable or rejects the credentials */
  verify(): Promise<unknown>
  /** @returns the server's answer @throws MailError when the mail was not accepted */
  send(mail: OutgoingMail): Promise<string>
  close(): void
}

/** temporary: try again. permanent: the address does not exist. unreachable: the server failed, not this mail. */
export type MailFailure = 'temporary' | 'permanent' | 'unreachable'

export class MailError extends Error {
  /** @param status - enhanced code (RFC 3463) with which the server refused the address; only of a permanent failure */
  constructor(
    message: string,
    readonly failure: MailFailure,
    readonly status: string | null = null,
  ) {
    super(message)
  }
}

/** Environment variables that sign mails (DKIM). Optional: most mail servers sign what they relay. */
export interface DkimEnvironment {
  /** The name before `._domainkey` in DNS. */
  DKIM_SELECTOR?: string
  /** PEM, in one line with `\n` for line breaks. */
  DKIM_PRIVATE_KEY?: string
}

/** A busy server accepts connections and greets later: RFC 5321, 4.5.3.2.1 asks for five minutes. */
export const GREETING_LIMIT = 300_000

/** Whole duration of sending one mail. The lease of the outbox is longer, so that nobody else sends it meanwhile. */
const SEND_LIMIT = 280_000

const fieldOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined

/** RFC 3463: 5.1.x is a wrong address, 5.2.1 a disabled mailbox. Other refusals may be a setting that an admin mends. */
const wrongAddress = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/

/**
 * The enhanced code of the refusal of a recipient, where SMTP puts it. What a server says after it has the mail may quote it, and
 * so words of whoever wrote to the workspace.
 */
function refusalOf(error: unknown): string {
  if (fieldOf(error, 'command') !== 'RCPT TO') return ''
  return /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})(?![\w.-])/.exec(String(fieldOf(error, 'response')))?.[1] ?? ''
}

/** Classifies an error of nodemailer. */
export function mailError(error: unknown): MailError {
  if (error instanceof MailError) return error
  const message = error instanceof Error ? error.message : String(error)
  const code = fieldOf(error, 'responseCode')
  if (typeof code !== 'number') {
    // Errors of the connection, with codes such as ECONNREFUSED; the mail itself cannot be the reason.
    const isNetwork = [
      'ECONNECTION',
      'ECONNREFUSED',
      'ECONNRESET',
      'ETIMEDOUT',
      'ESOCKET',
      'EDNS',
      'EAUTH',
      'ETLS',
    ]
    return new MailError(
      message,
      isNetwork.includes(String(fieldOf(error, 'code'))) ? 'unreachable' : 'temporary',
    )
  }
  if (code === 421 || fieldOf(error, 'code') === 'EAUTH') return new MailError(message, 'unreachable')
  const status = refusalOf(error)
  return wrongAddress.test(status)
    ? new MailError(message, 'permanent', status)
    : new MailError(message, 'temporary')
}

/** The address of `Helpdesk <help@example.com>`. */
export const senderAddress = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1]?.trim() ?? from.trim()
const senderName = (from: string): string =>
  from.includes('<') ? from.slice(0, from.indexOf('<')).trim().replace(/^"|"$/g, '') : ''

/**
 * Sends mails by SMTP over a connection pool. Mails cannot include local files or URLs.
 * @param smtp - `smtps://user:password@host:465`
 * @param from - `Helpdesk <no-reply@example.com>`
 * @param env - mails are signed for the domain of `from` when both settings are there
 * @param greetingTimeout - milliseconds until a connected server has to greet; less where a person waits
 */
export function createMailer(
  smtp: string,
  from: string,
  maxConnections = 2,
  env: DkimEnvironment = {},
  greetingTimeout = GREETING_LIMIT,
): Mailer {
  const sender = senderAddress(from)
  const { DKIM_SELECTOR: keySelector, DKIM_PRIVATE_KEY: key } = env
  const transport = createTransport({
    url: smtp,
    pool: true,
    maxConnections,
    // Covers the greeting as well.
    connectionTimeout: greetingTimeout,
    greetingTimeout,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(keySelector &&
      key && {
        dkim: {
          domainName: sender.slice(sender.lastIndexOf('@') + 1),
          keySelector,
          privateKey: key.replaceAll('\\n', '\n'),
        },
      }),
  })

  async function deliver({ fromName, files = [], ...mail }: OutgoingMail): Promise<string> {
    const sent = await transport.sendMail({
      ...mail,
      from: { name: fromName ?? senderName(from), address: sender },
      envelope: { from: sender, to: [mail.to.address] },
      attachments: files.map((file) => ({
        ...file,
        encoding: 'base64',
        contentDisposition: file.cid ? ('inline' as const) : ('attachment' as const),
      })),
    })
    return String(sent.response)
  }

  return {
    sender,
    verify: () => transport.verify(),
    async send(mail) {
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          // A sender that goes on could deliver it after its lease.
          transport.close()
          reject(new MailError(serverTooSlow, 'unreachable'))
        }, SEND_LIMIT)
      })
      try {
        return await Promise.race([deliver(mail), late])
      } catch (error) {
        throw mailError(error)
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => transport.close(),
  }
}
