import { callFunction, parseAnswer, z } from '@helpdesk/supabase'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import { forgetUnmatched } from './list-unmatched-mails'

/**
 * Adds a received mail and its files to a ticket, or opens a new one (`ticketId` null).
 * @param asNote - as an internal note of the caller, without making the sender a participant
 * @returns the id of the ticket
 * @throws AppError `mail_handled` when a colleague was faster, `sender_is_staff`
 */
export async function attachMail(mailId: string, ticketId: string | null, asNote = false): Promise<string> {
  const answer = await callFunction('staff-mail', {
    action: 'attach',
    mailId,
    ticketId,
    ...(asNote && { asNote }),
  })
  return parseAnswer(answer, z.object({ ticket_id: z.string() })).ticket_id
}

export function useAttachMail() {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['attach-mail'],
    mutationFn: ({
      mailId,
      ticketId,
      asNote,
    }: {
      mailId: string
      ticketId: string | null
      asNote?: boolean
    }) => attachMail(mailId, ticketId, asNote),
    onSettled: () => forgetUnmatched(queries),
  })
}
