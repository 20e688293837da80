import { chakra } from '@helpdesk/ui'
import { useQueryClient } from '@helpdesk/ui/query'
import { Fragment, type ReactNode } from 'react'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import type { TicketComment, TicketDetail } from '@helpdesk/tickets/model/rows'
import { MarkText } from '@helpdesk/tickets/screens/thread/UserText'
import { splitMentions } from '../../model/mentions'

interface NoteMentionsProps {
  comment: TicketComment
  /** The text of the note. */
  children: ReactNode
}

/** Shows the mentions of a note as chips with the present names. */
export function NoteMentions({ comment, children }: NoteMentionsProps) {
  const detail = useQueryClient().getQueryData<TicketDetail>(ticketKeys.detail(comment.ticket_id))
  const mentions = detail?.staff?.mentions?.filter((each) => each.comment_id === comment.id) ?? []
  if (mentions.length === 0) return children
  return (
    <MarkText
      value={(text, rest) =>
        splitMentions(text, mentions).map((part, index) =>
          typeof part === 'string' ? (
            <Fragment key={index}>{rest(part)}</Fragment>
          ) : (
            <Chip key={index}>@{part.name}</Chip>
          ),
        )
      }
    >
      {children}
    </MarkText>
  )
}

const Chip = chakra('span', {
  base: { bg: 'accent.subtle', color: 'accent.fg', borderRadius: 'sm', px: '1', fontWeight: 'medium' },
})
