import type { AutomaticResponse } from './automatic/noise.ts'
import type { Bounce } from './bounces/bounce.ts'
import type { MailFile, RejectedFile, UnnamedFiles } from './parts/files.ts'
import type { PartInfo } from './parts/parts.ts'
import type { Authentication } from './sender/authentication.ts'

export interface Person {
  address: string
  name: string
}

/** What `receive_mail` takes, except for the recipient. */
export interface ReceivedMail {
  message_id: string
  from: Person
  reply_to: string | null
  to: Person[]
  cc: Person[]
  /** Addresses to which hosts on the way delivered or forwarded it. */
  delivered_to: string[]
  subject: string
  sent_at: string | null
  /** Message-IDs that the mail answers, the nearest first. */
  references: string[]
  authentication: Authentication
  /** Of a mail that a signature alone may prove, which anybody can send again: the addresses that it names for certain. */
  signed_to: string[] | null
  /** Its signature covers what tells it from other mails: with the same words it is the same mail, whatever headers it has. */
  is_signed: boolean
  is_automatic: boolean
  /** An automatic answer to another mail. */
  is_response: boolean
  response: AutomaticResponse | null
  /** Its author says that they are away. */
  is_away: boolean
  /** Until when, such as `2026-12-07`. */
  away_until: string | null
  /** Gets no automatic answer. */
  never_answer: boolean
  content: string
  quoted: string
  files: MailFile[]
  rejected_files: (RejectedFile | UnnamedFiles)[]
  /** All files, mails and invitations in the original. */
  parts: PartInfo[]
  size: number
  bounce: Bounce | null
}

export interface Delivery {
  /** Envelope sender: empty for bounces, undefined when the sender of the request does not know it. */
  sender?: string | undefined
  /** Address as which the sending program signed in to the workspace's own mail server. */
  signedInAs?: string | undefined
  /** Verdict of a provider that checked the sender. */
  verdict?: Authentication | undefined
  /** Whether that provider found that the envelope's sender is genuine. */
  isEnvelopeProven?: boolean | undefined
  /** Whether it found a signature genuine. */
  isSignatureProven?: boolean | undefined
  /** The provider keeps no original, and its fields disagree about the people in the header. */
  isDoubtful?: boolean | undefined
  /** Reads the header alone, as of a mail that cannot be parsed. */
  isHeaderOnly?: boolean | undefined
  /** authserv-id of the receiving host whose `Authentication-Results` are believed. */
  trustedHost?: string | undefined
}
