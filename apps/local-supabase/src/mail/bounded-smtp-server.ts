import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'
import { createGuard } from '../guard'
import { LinearSmtpStream } from './smtp-data'

/** Commands of a connection that are answered at once: a mail takes four, and one for each recipient. */
const BURST = 200
/** Those beyond wait, so that a flood of commands takes no time from others. */
const COMMANDS_PER_SECOND = 20
/** As many as RFC 5321 asks for. */
const MAX_RECIPIENTS = 100
/** Final refusals of one connection, such as those of unknown recipients or wrong passwords. */
const MAX_REFUSALS = 20

type Options = ConstructorParameters<typeof SMTPServer>[0]

const guard = createGuard({ name: 'mail' })

/** A connection with a number of commands per second, and of refusals. */
class BoundedConnection extends SMTPConnection {
  #allowed = BURST
  #countedAt = Date.now()
  #refusals = 0

  override _createParser(): LinearSmtpStream {
    const parser = new LinearSmtpStream()
    parser.oncommand = (command, callback) => this._onCommand(command, callback)
    parser.on(
      'error',
      guard((error: Error) => this.send(421, `Error: ${error.message}`)),
    )
    return parser
  }

  override _onCommand(command: Buffer, callback?: () => void): void {
    const now = Date.now()
    const earned = ((now - this.#countedAt) / 1_000) * COMMANDS_PER_SECOND
    this.#allowed = Math.min(BURST, this.#allowed + earned) - 1
    this.#countedAt = now
    const wait = this.#allowed < 0 ? 1_000 / COMMANDS_PER_SECOND : 0
    super._onCommand(command, callback && (wait > 0 ? () => setTimeout(guard(callback), wait) : callback))
  }

  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    super.send(code, data, context)
    if (code < 500) return
    this.#refusals += 1
    if (this.#refusals >= MAX_REFUSALS) super.send(421, 'Too many errors', context)
  }
}

/** An SMTP server none of whose clients costs much: each byte, command, recipient and refusal has a bound. */
export class BoundedSmtpServer extends SMTPServer {
  constructor(options: Options) {
    super({ maxRecipients: MAX_RECIPIENTS, ...options })
  }

  override connect(socket: Socket): void {
    const connection = new BoundedConnection(this, socket)
    this.connections.add(connection)
    connection.on(
      'error',
      guard((error: Error) => this._onError(error)),
    )
    connection.init()
  }
}
