import { ask, loadData, z } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import { useEffect } from 'react'
import {
  ticketMailsSchema,
  type DeliveryFailure,
  type ReceivedMail,
  type TicketMails,
} from '../model/received-mails'
import { ticketKeys } from './keys'

/** Reads what came with the received mails of a ticket, and for staff which mails were not delivered. @throws AppError */
export async function listTicketMails(ticketId: string): Promise<TicketMails> {
  const data = await loadData()
  const mails = await ask(
    data.rpc('ticket_mails', { ticket_id: ticketId }, { get: true }),
    z.nullable(ticketMailsSchema),
  )
  return mails ?? { messages: [] }
}

/** All messages of a ticket share one request. */
const useTicketMails = (ticketId: string) =>
  useQuery({
    queryKey: ticketKeys.file(ticketId),
    queryFn: () => listTicketMails(ticketId),
    staleTime: Infinity,
  })

/**
 * The received mail of one message.
 * @param commentId null for the mail that opened the ticket
 */
export function useReceivedMail(ticketId: string, commentId: string | null): ReceivedMail | undefined {
  const { data, refetch } = useTicketMails(ticketId)
  const mail = data?.messages.find((each) => each.comment_id === commentId)
  const isMissing = data !== undefined && !mail
  // A message that arrived after the mails were read. Once: a customer does not get the mails of others.
  useEffect(() => {
    if (isMissing) void refetch()
  }, [isMissing, refetch])
  return mail
}

/**
 * The mails about one message that were not delivered.
 * @param commentId null for mails about the ticket itself
 * @param known - number of failures in the ticket's history: more than were read are read again
 */
export function useDeliveryFailures(
  ticketId: string,
  commentId: string | null,
  known: number,
): DeliveryFailure[] {
  const { data, refetch } = useTicketMails(ticketId)
  const failures = data?.failures ?? []
  const isBehind = data !== undefined && failures.length < known
  useEffect(() => {
    if (isBehind) void refetch()
  }, [isBehind, known, refetch])
  return failures.filter((each) => each.comment_id === commentId)
}
