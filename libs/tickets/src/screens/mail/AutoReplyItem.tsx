import { Button, deferred } from '@helpdesk/ui'
import { useId, useState } from 'react'
import type { TicketEvent } from '../../model/rows'
import { isUnverifiedReply } from '../../model/timeline'
import { ChangesItem } from '../thread/ChangesItem'
import { MAIL_TEXTS } from './texts'
import { UnverifiedMark } from './UnverifiedMark'

// apart, since customers never download it
const AutoReplyText = deferred(async () => (await import('./AutoReplyText')).AutoReplyText, null).Screen

/** An automatic answer as one quiet line, such as `Ann is away until Monday`, with its text on request. */
export function AutoReplyItem({ event }: { event: TicketEvent }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <ChangesItem group={{ events: [event], at: event.created_at }}>
      {' '}
      {isUnverifiedReply(event) && <UnverifiedMark />}
      <Button
        size="sm"
        variant="ghost"
        color="fg.muted"
        height="auto"
        paddingX="1"
        marginStart="1"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? MAIL_TEXTS.hideReply : MAIL_TEXTS.showReply}
      </Button>
      <div id={id}>{isOpen && <AutoReplyText eventId={String(event.id)} />}</div>
    </ChangesItem>
  )
}
