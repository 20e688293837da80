import { oneLine } from '../_shared/mail-html.ts'
import { handOverTitle, isHandOver } from './hand-over.ts'
import type { Notification } from './notification.ts'
import * as texts from './texts.ts'

/** True for an automatic answer to somebody who may not have written what it answers. */
export const isUnproven = ({ kind, isProven }: Notification): boolean =>
  ['received', 'refused', 'refused_files'].includes(kind) && !isProven

/**
 * The subject of the mail and its heading. Whoever forges a sender chooses who gets the automatic answer, and must not choose
 * what it says.
 */
export function titlesOf(row: Notification): { subject: string; heading: string } {
  if (isHandOver(row)) return { subject: handOverTitle(row), heading: handOverTitle(row) }
  const number = `[#${row.ticketNumber}]`
  if (!isUnproven(row)) {
    const heading = oneLine(row.ticketSubject)
    const subject = row.ticketId
      ? `${number} ${heading}`
      : row.kind === 'stopped'
        ? heading
        : texts.answerTo(heading)
    return { subject, heading }
  }
  const heading = texts.ticket(row.ticketNumber)
  if (row.kind === 'refused_files') return { subject: `${number} ${texts.filesRefusedSubject}`, heading }
  return row.kind === 'received'
    ? { subject: `${number} ${texts.receivedSubject}`, heading }
    : { subject: texts.refusedSubject, heading: texts.refusedHeading }
}
