/** How a ticket is named on screen, in mails and on the phone: `#1042`. Empty while the number is unknown. */
export const ticketRef = ({ number }: { number?: number | undefined }): string =>
  number === undefined ? '' : `#${number}`

/** Reads a number as screens and mails print it: `1042`, `#1042`, `[#1042]`, `Ticket #1042`; undefined for anything else. */
export function parseTicketNumber(text: string): number | undefined {
  const digits = /^(?:ticket ?)?(?:#?(\d{1,15})|\[#(\d{1,15})\])$/i.exec(text.trim())?.slice(1).find(Boolean)
  return digits === undefined ? undefined : Number(digits)
}
