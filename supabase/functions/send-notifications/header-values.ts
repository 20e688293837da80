import { checkedAddress, oneLine } from '../_shared/mail-html.ts'
import type { Address } from './notification.ts'

/** What every mail server takes in a header (RFC 5322, 2.1.1 and 2.2): ASCII, in lines of less than 1,000 bytes. */
const plainId = /^[!-~]{1,500}$/
const plainMailbox = /^[!-~]+@/

/**
 * Message-IDs in brackets. Their senders choose them, and the mails to everybody on the ticket name them: one that some server
 * refuses is left out, so that it keeps no mail from anybody else.
 */
export const bracketed = (ids: readonly string[]): string[] =>
  ids
    .map((id) => id.replace(/[<>\s]/g, ''))
    .filter((id) => plainId.test(id))
    .map((id) => `<${id}>`)

/** Whom Cc names. An address outside ASCII gets its own mail, but not every server takes it in the header of somebody else's. */
export const namedCopies = (copies: readonly Address[]): Address[] =>
  copies
    .map(({ name, address }) => ({ name: oneLine(name), address: checkedAddress(address) }))
    .filter(({ address }) => plainMailbox.test(address))
