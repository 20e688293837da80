import { insertTicket, type TestUsers } from '../../support/backend'
import { numberOf, recordSent, replyAddress } from '../../support/mail'

/** A ticket of the owner, and every way to name it in a mail. */
export async function namedTicket({ owner }: TestUsers) {
  const ticket = await insertTicket(owner)
  const id = await recordSent(ticket, owner.email)
  const ways = {
    'the reply address': { to: await replyAddress(ticket) },
    References: { headers: [`References: <${id}>`] },
    'In-Reply-To': { headers: [`In-Reply-To: <${id}>`] },
    'the number in the subject': { subject: `[#${await numberOf(ticket)}] Fire` },
  }
  return { ticket, ways }
}
type Way = keyof Awaited<ReturnType<typeof namedTicket>>['ways']
export const ways: Way[] = ['the reply address', 'References', 'In-Reply-To', 'the number in the subject']
