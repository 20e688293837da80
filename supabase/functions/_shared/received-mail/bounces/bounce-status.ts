/** What a server says of an address that does not exist. */
const unknownUser =
  /\b(user unknown|(unknown|invalid|inactive|disabled|nonexistent|non-existent) (user|recipient|local[- ]part|mailbox|address|account)|no such (user|recipient|mailbox|person|address|account|local user)|no (mailbox|user) (here|by that name)|(user|mailbox|address|account|recipient)( \S+)? (does not|doesn't|do not) exist|(user|mailbox|recipient|account|address)( \S+)? (is )?(not found|unknown|not known|inactive|disabled|deactivated|suspended|closed|invalid)|recipient address rejected: user|recipient ?not ?found|no (such )?account|not listed in|not a (known|valid) (user|mailbox|recipient)|does not have an? .{0,30}account|recipient name is not recognized|account that you tried to reach (does not exist|is disabled|is inactive))/i
const unknownHost =
  /\b((host|domain)( name)?( \S+)? (is )?(unknown|not found|does not exist|doesn't exist|not known|invalid)|unknown (host|domain)|no such (host|domain)|nxdomain|unrouteable|bad destination (host|system)|name (or )?service not known|invalid domain|null mx|does not accept mail)/i
/** What a server says of a mail that it has read, or that it does not want. It may quote the mail. */
const aboutContent =
  /\b(message|content|subject|body|header|urls?|links?|spam|virus|malware|(black|block|deny)-?list\w*|listed at|(after|in reply to) (end of )?data)\b/i
/** Reasons that pass, or that are about the sender: no wrong address, whatever the code says. */
const otherReason =
  /\b(quota|(mailbox|inbox|storage) (is |was )?(full|exceeded)|is full|over ?-?(the )?(quota|limit|size)|exceed\w*|storage|rate|too (many|much|large|big)|temporar\w*|try (again|later)|later|throttl\w*|grey-?list\w*|polic(y|ies)|spam\w*|virus|blocked|(black|block|deny)-?list\w*|reputation|relay(ing)?|access denied|not (authori[sz]ed|permitted|allowed)|prevents additional|spf|dkim|dmarc)\b/i
/** A reply as SMTP writes it, with the enhanced code, if there is one, right behind the other. */
const smtpReply = /(?:^|[\s:(<#])[45]\d\d[:\s-]\s*(?:#?([45]\.\d{1,3}\.\d{1,3})(?![\w.-]))?/
/** As qmail ends a line of its own. */
const qmailCode = /\(#([45]\.\d{1,3}\.\d{1,3})\)\s*$/m
/** A code alone at the beginning, as some servers write a diagnostic. */
const codeFirst = /^\s*<?#?([45]\.\d{1,3}\.\d{1,3})(?![\w.-])/

/** The code in what a report says of one address: only the first reply is the server's, whatever that quotes. */
export function statusIn(stated: string): string {
  const reply = smtpReply.exec(stated)
  return (reply ? reply[1] : (codeFirst.exec(stated)?.[1] ?? qmailCode.exec(stated)?.[1])) ?? ''
}

/** Codes (RFC 3463, 3.2; RFC 7505) of addresses that do not exist. */
const ofAddress = /^5\.1\.(?:1|2|3|6|10)$/
/** A code that says nothing. */
const vague = /^(?:5\.[05]\.0)?$/
/** Quotations, brackets and links may be the mail's. */
const ownWords = (reason: string) => reason.slice(0, 2_000).split(/"|\s'|\((?!#)|https?:/)[0] ?? ''

/** Servers that give no detailed code say in words that the address does not exist. */
export function withDetail(status: string, reason: string): string {
  if (!vague.test(status)) return status
  const stated = statusIn(reason)
  if (!vague.test(stated)) return stated
  const own = ownWords(reason)
  return unknownUser.test(own) && !aboutContent.test(own) && !otherReason.test(own) ? '5.1.1' : status
}

/**
 * True for a permanent error of the address itself, which the server that refused it confirms.
 * @param status - the code of the report, after `withDetail`
 * @param reason - what that server said; empty when the report does not tell
 */
export function isWrongAddress(status: string, reason: string): boolean {
  const own = ownWords(reason)
  if (otherReason.test(own)) return false
  const stated = statusIn(reason)
  const words = !aboutContent.test(own) && (unknownUser.test(own) || unknownHost.test(own))
  // Also the code of mailboxes that get too much: only its words tell.
  if (status === '5.2.1') return words && (vague.test(stated) || stated === status)
  return ofAddress.test(status) && (ofAddress.test(stated) || (vague.test(stated) && words))
}
