import { callFunction, parseAnswer } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import { shownMailSchema, type ShownMail } from '../model/received-mails'
import { ticketKeys } from './keys'

interface ShowOptions {
  /** With its remote images, which the function loads. */
  images?: boolean
  /** The path to a mail in the mail. */
  part?: readonly number[]
}

/** Reads the original of a received mail; for staff. @throws AppError */
export async function showMail(mailId: string, { images, part }: ShowOptions = {}): Promise<ShownMail> {
  const answer = await callFunction('staff-mail', {
    ...{ action: 'show', mailId },
    ...(images && { images }),
    ...(part && { part }),
  })
  return parseAnswer(answer, shownMailSchema)
}

/** The original of a received mail, which never changes. */
export const useShownMail = (mailId: string) =>
  useQuery({ queryKey: ticketKeys.file(mailId), queryFn: () => showMail(mailId), staleTime: Infinity })

/** The same with its remote images, once they are wanted. */
export const useMailWithImages = (mailId: string, withImages: boolean) =>
  useQuery({
    queryKey: [...ticketKeys.file(mailId), 'images'],
    queryFn: () => showMail(mailId, { images: true }),
    staleTime: Infinity,
    enabled: withImages,
  })

/** A mail in the mail. */
export const useMailInMail = (mailId: string, part: readonly number[]) =>
  useQuery({
    queryKey: [...ticketKeys.file(mailId), 'part', ...part],
    queryFn: () => showMail(mailId, { part }),
    staleTime: Infinity,
  })
