import { createTransport, type SendMailOptions } from 'nodemailer'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface CarriedMail {
  /** Envelope sender; empty for reports and automatic answers. */
  from: string
  /** Envelope recipient. */
  to: string
  raw: string
  mail: Email
}

/** What happens to the mails of a domain. */
type Delivery = (carried: CarriedMail) => Promise<unknown>

export interface MailExchange {
  url: string
  /** Name in `Authentication-Results`, in which each mail passes DMARC. */
  host: string
  /** Every mail so far, in order. */
  carried: CarriedMail[]
  /** Number of accepted mails that are being delivered. */
  underway(): number
  /** Deliveries that failed. They are not repeated. */
  failures: unknown[]
  deliverTo(domain: string, delivery: Delivery): void
  send(mail: SendMailOptions): Promise<void>
  close(): Promise<void>
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Passes a carried mail on to an SMTP server, with its headers and envelope. */
export async function passOn({ from, to, raw }: CarriedMail, url: string): Promise<void> {
  const { hostname, port } = new URL(url)
  const transport = createTransport({ host: hostname, port: Number(port), ignoreTLS: true })
  try {
    await transport.sendMail({ envelope: { from, to }, raw: Buffer.from(raw, 'latin1') })
  } finally {
    transport.close()
  }
}

/**
 * The SMTP server between workspaces and mail programs of a test. It accepts a mail before it delivers it, as no sender waits for
 * what the recipient does. Mails to unknown domains are refused.
 */
export async function startMailExchange(host = 'mx.exchange.example'): Promise<MailExchange> {
  const carried: CarriedMail[] = []
  const failures: unknown[] = []
  const deliveries = new Map<string, Delivery>()
  let underway = 0

  async function accept(bytes: Buffer, from: string, recipients: string[]): Promise<void> {
    const mail = await PostalMime.parse(bytes)
    const verdict = `Authentication-Results: ${host}; spf=pass smtp.mailfrom=${domainOf(mail.from?.address ?? '')}; dmarc=pass header.from=${domainOf(mail.from?.address ?? '')}\r\n`
    const raw = verdict + bytes.toString('latin1')
    for (const to of recipients) {
      const one = { from, to, raw, mail }
      carried.push(one)
      underway += 1
      deliveries
        .get(domainOf(to))?.(one)
        .catch((error: unknown) => failures.push(error))
        .finally(() => (underway -= 1))
    }
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onRcptTo({ address }, _session, done) {
      if (deliveries.has(domainOf(address))) return done()
      done(Object.assign(new Error('5.1.1 no such domain'), { responseCode: 550 }))
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address)
        accept(Buffer.concat(chunks), from, to).then(
          () => done(),
          (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
        )
      })
    },
  })
  server.on('error', () => {})
  const port = await new Promise<number>((resolve, reject) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address()
      if (typeof address === 'object' && address) resolve(address.port)
      else reject(new Error('The exchange got no port'))
    })
  })
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  return {
    url: `smtp://127.0.0.1:${port}`,
    host,
    carried,
    underway: () => underway,
    failures,
    deliverTo: (domain, delivery) => void deliveries.set(domain, delivery),
    send: async (mail) => void (await transport.sendMail(mail)),
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}
