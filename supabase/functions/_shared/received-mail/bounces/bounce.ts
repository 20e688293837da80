import { isWrongAddress, statusIn, withDetail } from './bounce-status.ts'
import { isBounceSubject, isDelay, isFixedBounceSubject, isSuccess } from './bounce-text.ts'

export interface BouncedRecipient {
  address: string
  /** Enhanced status code, such as 5.1.1; empty without one. */
  status: string
  reason: string
  /** False for a delay, after which the mail may still arrive, and for a success. */
  permanent: boolean
  /** The mail has arrived. */
  delivered: boolean
  /** The address does not exist, as the server that refused it confirms. */
  wrong_address: boolean
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

const afterType = (value: string | undefined) => (value ?? '').replace(/^[^;]*;\s*/, '').trim()

/** The blocks of a `message/delivery-status` part (RFC 3464). */
function readReport(report: string, text: string): BouncedRecipient[] {
  return report
    .slice(0, 200_000)
    .split(/\r?\n\s*\r?\n/)
    .map(fieldsOf)
    .filter((fields) => fields.has('final-recipient') || fields.has('original-recipient'))
    .slice(0, MAX_RECIPIENTS)
    .flatMap((fields) => {
      // The address that the workspace wrote to comes first: the final one may be where it was forwarded.
      const found = [fields.get('original-recipient'), fields.get('final-recipient')]
        .map((value) => addressIn.exec(afterType(value) || (value ?? ''))?.[0])
        .filter((value) => value !== undefined)
      const status = /^[245]\.\d{1,3}\.\d{1,3}(?![\w.-])/.exec(fields.get('status') ?? '')?.[0] ?? ''
      const action = (fields.get('action') ?? '').toLowerCase()
      // Without an action, the code decides.
      const permanent = action ? action.startsWith('failed') : status.startsWith('5')
      const diagnostic = afterType(fields.get('diagnostic-code'))
      return [...new Set(found)].map((address) => {
        const excerpt = diagnostic || (permanent ? excerptOf(text, address) : '')
        return recipientOf(address, status, { excerpt, permanent, delivered: action.startsWith('delivered') })
      })
    })
}

interface Outcome {
  excerpt: string
  permanent: boolean
  delivered: boolean
}

function recipientOf(
  address: string,
  given: string,
  { excerpt, permanent, delivered }: Outcome,
): BouncedRecipient {
  const status = permanent ? withDetail(given, excerpt) : given
  const line = excerpt.split(/\r?\n/).find((each) => reasonIn.test(each)) ?? excerpt.split(/\r?\n/)[0] ?? ''
  return {
    address,
    status,
    reason: (line.trim() || status).slice(0, 500),
    permanent,
    delivered,
    wrong_address: permanent && isWrongAddress(status, excerpt),
  }
}

function messageIdIn(text: string): string {
  const found =
    /^[> \t]{0,8}message-id:\s{0,4}(?:<([^<>\s]{1,500})>|([^<>\s@]{1,250}@[^<>\s@]{1,250})\s*$)/im.exec(text)
  return found?.[1] ?? found?.[2] ?? ''
}

/** The header that every mail of the workspace has. */
function codeIn(text: string): string {
  return /^[> \t]{0,8}x-helpdesk-delivery:[ \t]*([0-9a-f]{1,64})/im.exec(text)?.[1] ?? ''
}

const returnedMail =
  /---.{0,60}(?:original|copy|below this line|returned|message text follows)|^(?:message-id|received|return-path|from|to): ?/im
const reasonIn =
  /\b(?:[45]\d\d[ -]|[45]\.\d{1,3}\.\d{1,3}|unknown user|no such user|does not exist|user unknown|rejected|quota)/i
const addressAlone = new RegExp(`(?:^|[\\s(])<?(${addressIn.source})>?[):]?`, 'gm')
const firstAddress = new RegExp(addressAlone.source, 'm')

/** What a text says of an address, up to the next one. */
function excerptOf(text: string, address: string): string {
  const start = text.slice(0, 20_000)
  const named = [...start.matchAll(addressAlone)].map((match) => ({
    address: match[1] ?? '',
    at: match.index + match[0].length,
  }))
  const from = named.find((each) => each.address === address)?.at
  return from === undefined
    ? ''
    : start.slice(from, named.find((each) => each.at > from && each.address !== address)?.at)
}

/** A report without RFC 3464, as qmail, old Exchange and Exim write it: the address stands in its text. */
function readText(source: Source, returned: readonly string[]): BouncedRecipient[] {
  const text = source.text.slice(0, 20_000)
  const inHeader = source
    .header('x-failed-recipients')
    .split(',')
    .map((value) => addressIn.exec(value)?.[0])
  // Up to the returned mail, whose header names other addresses.
  const start = text.slice(0, returnedMail.exec(text)?.index)
  const delivered = isSuccess(source.subject, start.slice(0, 2_000))
  const isPassing = delivered || isDelay(source.subject, start.slice(0, 2_000))
  const named = inHeader.some(Boolean) ? inHeader : [...start.matchAll(addressAlone)].map((match) => match[1])
  const found = named.filter((address) => address !== undefined).filter((address) => !daemon.test(address))
  if (found.length === 0) {
    // Some name nobody: the mail was for whom its header says.
    const to = returned
      .map((each) => /^[> \t]{0,8}to:([^\n]{1,500})/im.exec(each)?.[1])
      .find((value) => value !== undefined)
    const address = addressIn.exec(to ?? '')?.[0]
    if (address) found.push(address)
  }
  return [...new Set(found)].slice(0, MAX_RECIPIENTS).map((address) => {
    const excerpt = excerptOf(start, address) || (found.length === 1 ? start : '')
    const status = statusIn(excerpt)
    return recipientOf(address, status, {
      excerpt,
      permanent: !isPassing && !status.startsWith('4'),
      delivered,
    })
  })
}

/** The address in From, when it has one of the names that mail servers use for themselves. */
const daemon =
  /^(?:mailer-?daemon|mail-?daemon|post_?master|mailsystem|mail-?delivery|maildeliverysubsystem|mailmaster|microsoftexchange[0-9a-f]{32})(?:[+.-][^@]{0,60})?@/i
const daemonName =
  /mail(?:er)?[- ]?(?:daemon|delivery|system)|postmaster|system administrator|systemadministrator|microsoft outlook|microsoft exchange/i

const isReturned = ({ mimeType }: { mimeType: string }) =>
  /^(?:message\/(?:rfc822|global|global-headers)|text\/rfc822-headers)$/.test(mimeType)

/** Names are anybody's choice: what only programs write, or an envelope without a sender. */
const isByProgram = ({ header }: Source, isNull: boolean) =>
  isNull ||
  header('from').trim() === '<>' ||
  header('x-failed-recipients') !== '' ||
  !/^(?:no\b|$)/i.test(header('auto-submitted').trim()) ||
  /^\s*(?:bulk|junk|auto_reply)\b/i.test(header('precedence'))

/** Whether a mail is a report: by its structure, else by its author, its subject and what it returns. */
function isReport(source: Source, isNull: boolean, hasStatus: boolean): boolean {
  const author = source.header('from').trim().slice(0, 500)
  const isDaemon = daemon.test(source.from)
  const isFromServer = isDaemon || isNull || author === '<>' || daemonName.test(author)
  if (/report-type="?delivery-status/i.test(source.contentType)) return true
  // A person may attach a report to their question.
  if (hasStatus && (isFromServer || /^\s*multipart\/report\b/i.test(source.contentType))) return true

  const returned = source.parts.filter(isReturned)
  const hasReturned = messageIdIn(source.text) !== '' || returned.length > 0
  // A person may be called Postmaster, and attach a mail. Some providers do not tell the envelope of a server's mail.
  const mayBePerson = source.sender === undefined ? !isDaemon && !hasReturned : source.sender !== ''
  if (mayBePerson && !isByProgram(source, isNull))
    return (
      isFromServer &&
      [source.text, ...returned.map((part) => part.text())].some((text) => codeIn(text) !== '')
    )

  const start = source.text.slice(0, 5_000)
  const hasReason = reasonIn.test(start)
  // Subjects are in any language; a returned header is not.
  if (hasReturned && ((isDaemon && isNull) || ((isDaemon || isNull) && hasReason))) return true
  const isSubject = isBounceSubject(source.subject) || source.header('x-failed-recipients') !== ''
  if (!isFromServer || !isSubject) return false
  // A postmaster also writes by hand.
  const isProgram = isNull || author === '<>' || /mail(?:er)?-?daemon|mail delivery/i.test(author)
  return (
    isProgram ||
    hasReturned ||
    isFixedBounceSubject(source.subject) ||
    (hasReason && firstAddress.test(start))
  )
}

/** Reads a delivery report. @returns undefined for any other mail */
export function readBounce(source: Source): Bounce | undefined {
  const report = source.parts.filter(({ mimeType }) =>
    /^message\/(?:global-|x)?delivery-status$/.test(mimeType),
  )
  // The header stands in for an envelope that a provider does not tell.
  const isNullSender =
    source.sender === '' || (source.sender === undefined && source.header('return-path').trim() === '<>')
  if (!isReport(source, isNullSender || source.header('return-path').trim() === '<>', report.length > 0))
    return undefined
  const returned = source.parts
    .filter(isReturned)
    .map((part) => part.text())
    .concat(source.text)
  // Texts name the returned mail below the report; the report's own Message-ID is in its header.
  const first = (read: (text: string) => string) => returned.map(read).find((value) => value !== '') ?? ''
  const recipients = report.flatMap((part) => readReport(part.text(), source.text)).slice(0, MAX_RECIPIENTS)
  return {
    message_id: first(messageIdIn),
    code: first(codeIn),
    is_null_sender: isNullSender,
    recipients: recipients.length > 0 ? recipients : readText(source, returned),
  }
}
