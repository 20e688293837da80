export interface BouncedRecipient {
  address: string
  /** Enhanced status code, such as 5.1.1; empty without one. */
  status: string
  reason: string
  /** False for a delay, after which the mail may still arrive. */
  permanent: boolean
}

export interface Bounce {
  /** Message-ID of the mail that was not delivered, without brackets. */
  message_id: string
  /** The code of that mail in its header, which proves that the report is genuine; empty when it returns none. */
  code: string
  /** The report has no envelope sender. */
  is_null_sender: boolean
  recipients: BouncedRecipient[]
}

interface Source {
  subject: string
  from: string
  text: string
  /** The envelope's sender; undefined when unknown. */
  sender: string | undefined
  contentType: string
  header: (name: string) => string
  parts: readonly { mimeType: string; text: () => string }[]
}

const MAX_RECIPIENTS = 50
const addressIn = /[^\s<>()[\],;:"'=]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})*/

/** Fields of a block of a delivery report, unfolded. */
function fieldsOf(block: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of block.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const at = line.indexOf(':')
    if (at > 0) fields.set(line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim())
  }
  return fields
}

const unknownUser =
  /\b(user unknown|unknown (user|recipient|local part|mailbox)|no such (user|recipient|mailbox|person|address)|no mailbox here|(user|mailbox|address|account|recipient)( \S+)? (does not|doesn't) exist|mailbox (not found|unavailable: unknown)|recipient (address rejected: user|not found)|no (such )?account|invalid (recipient|mailbox)|not listed in)/i
/** What a server says of a mail that it has read, or that it does not want. It may quote the mail. */
const aboutContent = /\b(message|content|subject|body|header|urls?|links?|spam|virus|malware|(black|block|deny)-?list\w*|listed at|(after|in reply to) (end of )?data)\b/i
/** A reply as SMTP writes it, with the enhanced code, if there is one, right behind the other. */
const smtpReply = /(?:^|[\s:(])[45]\d\d[:\s-]\s*(?:([45]\.\d{1,3}\.\d{1,3})(?![\w.-]))?/
/** As qmail ends a line of its own. */
const qmailCode = /\(#([45]\.\d{1,3}\.\d{1,3})\)\s*$/m

/** The code in what a report says of one address: only the first reply is the server's, whatever that quotes. */
function statusIn(said: string): string {
  const reply = smtpReply.exec(said)
  return (reply ? reply[1] : qmailCode.exec(said)?.[1]) ?? ''
}

/** A code that says nothing. */
const vague = /^(?:5\.[05]\.0)?$/

/** Servers that give no detailed code say in words that the address does not exist; quotations and brackets may be the mail's. */
function withDetail(status: string, reason: string): string {
  if (!vague.test(status)) return status
  const said = statusIn(reason)
  if (!vague.test(said)) return said
  const own = reason.split(/"|\s'|\((?!#)|https?:/)[0] ?? ''
  return unknownUser.test(own) && !aboutContent.test(own) ? '5.1.1' : status
}

const afterType = (value: string | undefined) => (value ?? '').replace(/^[^;]*;\s*/, '').trim()

/** The blocks of a `message/delivery-status` part (RFC 3464). */
function readReport(report: string): BouncedRecipient[] {
  return report
    .slice(0, 200_000)
    .split(/\r?\n\s*\r?\n/)
    .map(fieldsOf)
    .filter((fields) => fields.has('final-recipient') || fields.has('original-recipient'))
    .slice(0, MAX_RECIPIENTS)
    .flatMap((fields) => {
      // The address that the desk wrote to comes first: the final one may be where it was forwarded.
      const found = [fields.get('original-recipient'), fields.get('final-recipient')]
        .map((value) => addressIn.exec(afterType(value) || (value ?? ''))?.[0])
        .filter((value) => value !== undefined)
      const status = /^[245]\.\d{1,3}\.\d{1,3}(?![\w.-])/.exec(fields.get('status') ?? '')?.[0] ?? ''
      const action = (fields.get('action') ?? '').toLowerCase()
      const permanent = action ? action.startsWith('failed') : status.startsWith('5')
      const reason = afterType(fields.get('diagnostic-code')) || status
      return [...new Set(found)].map((address) => ({ address, status: permanent ? withDetail(status, reason) : status, reason: reason.slice(0, 500), permanent }))
    })
    .filter(({ status, permanent }) => permanent || !status.startsWith('2'))
}

const bounceSubject =
  /^\s*(undeliver|mail delivery (failed|failure|subsystem|system)|delivery (status notification|failure|has failed|report)|failure notice|returned mail|non[- ]?deliver|unzustellbar|mail ?system error|message not delivered|undelivered mail|delivery delayed|notice: mail delivery status|warning: (message|could not)|échec de (la )?remise|non remis|no se puede entregar|mancato recapito|niet bezorgd|onbestelbaar|falha na entrega|возврат|ikke leveret|kunde inte levereras)/i
const daemon = /^(mailer-daemon|postmaster|mail-daemon|mailerdaemon)@/i

function messageIdIn(text: string): string {
  return /^message-id:\s*<([^<>\s]{1,500})>/im.exec(text)?.[1] ?? ''
}

/** The header that every mail of the desk has. */
function codeIn(text: string): string {
  return /^x-helpdesk-delivery:[ \t]*([0-9a-f]{1,64})/im.exec(text)?.[1] ?? ''
}

const returnedMail = /---.{0,60}(?:original|copy|below this line|returned)|^(?:message-id|received|return-path|from|to): ?/im
const reasonIn = /\b(?:[45]\d\d[ -]|[45]\.\d{1,3}\.\d{1,3}|unknown user|no such user|does not exist|user unknown|rejected|quota)/i
const addressAlone = new RegExp(`(?:^|\\s)<?(${addressIn.source})>?:?`, 'gm')

/** A report without RFC 3464, as qmail, old Exchange and Exim write it: the address stands in its text. */
function readText(source: Source): BouncedRecipient[] {
  const text = source.text.slice(0, 20_000)
  const failed = source.header('x-failed-recipients').split(',').map((value) => addressIn.exec(value)?.[0])
  // Up to the returned mail, whose header names other addresses.
  const start = text.slice(0, returnedMail.exec(text)?.index)
  const isDelay = /delay|warning: (message|could not)|will (continue|be retried|retry)|not yet been delivered/i.test(source.subject + start.slice(0, 2000))
  const named = [...start.matchAll(addressAlone)].map((match) => ({ address: match[1] ?? '', at: match.index + match[0].length }))
  /** From the address to the next one. */
  function saidOf(address: string): string {
    const from = named.find((each) => each.address === address)?.at ?? 0
    return start.slice(from, named.find((each) => each.at > from && each.address !== address)?.at)
  }
  const found = failed.some(Boolean) ? failed : named.map(({ address }) => address)
  return [...new Set(found.filter((address) => address !== undefined))]
    .filter((address) => !daemon.test(address))
    .slice(0, MAX_RECIPIENTS)
    .map((address) => {
      const said = saidOf(address)
      const status = statusIn(said)
      const reason = said.split(/\r?\n/).find((line) => reasonIn.test(line)) ?? ''
      const permanent = !isDelay && !status.startsWith('4')
      return { address, status: permanent ? withDetail(status, said) : status, reason: reason.trim().slice(0, 500), permanent }
    })
}

/** Reads a delivery report. @returns undefined for any other mail */
export function readBounce(source: Source): Bounce | undefined {
  const report = source.parts.filter(({ mimeType }) => /^message\/(global-)?delivery-status$/.test(mimeType))
  const isReport = report.length > 0 || /report-type="?delivery-status/i.test(source.contentType)
  // The header stands in for an envelope that a provider does not tell.
  const isNullSender = source.sender === '' || (source.sender === undefined && source.header('return-path').trim() === '<>')
  const isFromDaemon = daemon.test(source.from) || isNullSender || source.header('return-path').trim() === '<>'
  const looksLikeOne =
    (isFromDaemon && (bounceSubject.test(source.subject) || source.header('x-failed-recipients') !== '')) ||
    // Subjects are in any language; a returned header is not.
    (daemon.test(source.from) && isNullSender && messageIdIn(source.text) !== '')
  if (!isReport && !looksLikeOne) return undefined
  const returned = source.parts
    .filter(({ mimeType }) => /^(message\/(rfc822|global|global-headers)|text\/rfc822-headers)$/.test(mimeType))
    .map((part) => part.text())
    .concat(source.text)
  // Texts name the returned mail below the report; the report's own Message-ID is in its header.
  const first = (read: (text: string) => string) => returned.map(read).find((value) => value !== '') ?? ''
  const recipients = report.flatMap((part) => readReport(part.text()))
  return {
    message_id: first(messageIdIn),
    code: first(codeIn),
    is_null_sender: isNullSender,
    recipients: recipients.length > 0 ? recipients : readText(source),
  }
}
