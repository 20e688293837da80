import { useAuth } from '@helpdesk/auth'
import { getDefaultStore, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { changeUploads, uploadsAtom, type Upload } from './upload-state'

/** The uploads of a new ticket's own files, those that are done or cancelled included, until the component unmounts. */
export function useTicketUploads(ticketId: string): readonly Upload[] {
  const me = useAuth().user?.id
  const isOurs = (each: Upload) => each.ticketId === ticketId && each.commentId === null
  useEffect(
    () => () => {
      const isEnded = ({ status }: Upload) => status === 'done' || status === 'cancelled'
      changeUploads((all) =>
        all.filter((each) => each.ticketId !== ticketId || each.commentId !== null || !isEnded(each)),
      )
    },
    [ticketId],
  )
  return useAtomValue(uploadsAtom, { store: getDefaultStore() }).filter(
    (each) => isOurs(each) && each.userId === me,
  )
}
