import { callFunction, parseAnswer } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import { shownMailSchema, type ShownMail } from '../model/received-mails'
import { ticketKeys } from './keys'

/**
 * Reads the original of a received mail; for staff.
 * @param images - with its remote images, which the function loads
 * @throws AppError
 */
export async function showMail(mailId: string, images = false): Promise<ShownMail> {
  const answer = await callFunction('staff-mail', { action: 'show', mailId, ...(images && { images }) })
  return parseAnswer(answer, shownMailSchema)
}

/** The original of a received mail, which never changes. */
export const useShownMail = (mailId: string) =>
  useQuery({ queryKey: ticketKeys.file(mailId), queryFn: () => showMail(mailId), staleTime: Infinity })

/** The same with its remote images, once they are wanted. */
export const useMailWithImages = (mailId: string, wanted: boolean) =>
  useQuery({
    queryKey: [...ticketKeys.file(mailId), 'images'],
    queryFn: () => showMail(mailId, true),
    staleTime: Infinity,
    enabled: wanted,
  })
