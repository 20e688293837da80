/** How a ticket is named on screen, in mails and on the phone: `#1042`. Empty while the number is unknown. */
export const ticketRef = ({ number }: { number?: number | undefined }): string =>
  number === undefined ? '' : `#${number}`

/** Reads `1042` or `#1042`; undefined for anything else. */
export function parseTicketNumber(text: string): number | undefined {
  const digits = /^#?(\d{1,15})$/.exec(text.trim())?.[1]
  return digits === undefined ? undefined : Number(digits)
}
