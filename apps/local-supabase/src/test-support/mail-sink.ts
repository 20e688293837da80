import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface Sink {
  /** Accepted messages by recipient. */
  got: { to: string; raw: string; mail: Email }[]
  /** Answer to RCPT and DATA; undefined accepts. */
  refuse?: { at: 'RCPT' | 'DATA'; code: number; text: string }
  close(): Promise<void>
}

/** An SMTP server on the port. */
export async function startSink(port: number): Promise<Sink> {
  const failure = (at: 'RCPT' | 'DATA') => {
    const { refuse } = sink
    return refuse?.at === at
      ? Object.assign(new Error(refuse.text), { responseCode: refuse.code })
      : undefined
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onRcptTo: (_address, _session, done) => done(failure('RCPT')),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const refused = failure('DATA')
        if (refused) return done(refused)
        const raw = Buffer.concat(chunks).toString('utf8')
        void PostalMime.parse(raw).then((mail) => {
          for (const { address } of session.envelope.rcptTo) sink.got.push({ to: address, raw, mail })
          done()
        })
      })
    },
  })
  server.on('error', () => {})
  const sink: Sink = {
    got: [],
    close: () => new Promise((closed) => server.close(() => closed())),
  }
  await new Promise<void>((ready) => void server.listen(port, '127.0.0.1', () => ready()))
  return sink
}
