import { failureText } from '@helpdesk/tickets/model/errors'
import type { LinkedTickets, TicketDetail } from '@helpdesk/tickets/model/rows'
import { Alert, Box, Button, Stack, Text } from '@helpdesk/ui'
import { useRef, useState } from 'react'
import { useLinkedTickets } from '../../api/link-tickets'
import { linkGroups } from '../../model/links'
import { replyToAll } from '../../model/incident-reply-texts'
import * as texts from '../../model/link-texts'
import { useProvideTicketCommands } from '../../state/ticket-commands'
import { Section } from '../aside/Section'
import { LazyIncidentReply } from './lazy'
import { LinkDialog } from './LinkDialog'
import { LinkLines } from './LinkLines'

/** Incidents that a problem shows before all are asked for. */
const FIRST_INCIDENTS = 5
const NONE: LinkedTickets = { tickets: [], incidents: 0, open_incidents: 0 }

/** The tickets linked with this one, by kind, and the dialog that links another. */
export function LinksBlock({ detail }: { detail: TicketDetail }) {
  const { ticket, customer, staff } = detail
  const [open, setOpen] = useState<'link' | 'reply' | null>(null)
  const [showsAll, setShowsAll] = useState(false)
  const all = useLinkedTickets(ticket.id, showsAll)
  const buttons = { link: useRef<HTMLButtonElement>(null), reply: useRef<HTMLButtonElement>(null) }
  const focusOn = (button: keyof typeof buttons) => buttons[button].current?.focus({ preventScroll: true })
  const opens = (dialog: keyof typeof buttons) => () => {
    // So that a closed dialog gives the focus to its button, also one that a key opened.
    focusOn(dialog)
    setOpen(dialog)
  }
  const links = (showsAll && all.data) || staff?.links || NONE
  useProvideTicketCommands({
    link: opens('link'),
    ...(links.incidents > 0 && { replyToIncidents: opens('reply') }),
  })
  const requester = { customer_id: ticket.customer_id, requester_name: customer?.name || customer?.email }
  return (
    <Section
      title={texts.linkedTickets}
      action={
        <Button ref={buttons.link} size="sm" aria-haspopup="dialog" onClick={opens('link')}>
          {texts.link}
        </Button>
      }
    >
      {links.tickets.length === 0 && <Text tone="muted">{texts.noLinks}</Text>}
      <Stack gap="2">
        {linkGroups(links).map(({ relation, title, tickets }) => {
          const isLong = relation === 'incident' && links.incidents > FIRST_INCIDENTS
          return (
            <Box key={relation}>
              <Text tone="muted" fontSize="sm">
                {title}
              </Text>
              <Box
                {...(isLong &&
                  showsAll && {
                    maxHeight: '72',
                    overflowY: 'auto',
                    tabIndex: 0,
                    role: 'group',
                    'aria-label': title,
                  })}
              >
                <LinkLines
                  ticketId={ticket.id}
                  tickets={isLong && !showsAll ? tickets.slice(0, FIRST_INCIDENTS) : tickets}
                  onRemoved={() => focusOn('link')}
                />
              </Box>
              {isLong && (
                <Button
                  size="sm"
                  variant="ghost"
                  aria-expanded={showsAll}
                  loading={all.isLoading}
                  onClick={() => setShowsAll(!showsAll)}
                >
                  {showsAll ? texts.showFewer : texts.showAll(links.incidents)}
                </Button>
              )}
            </Box>
          )
        })}
      </Stack>
      {links.incidents > 0 && (
        <Button ref={buttons.reply} size="sm" marginTop="2" aria-haspopup="dialog" onClick={opens('reply')}>
          {replyToAll}
        </Button>
      )}
      {showsAll && all.error && <Alert title={texts.allFailed}>{failureText(all.error)}</Alert>}
      {open === 'reply' && <LazyIncidentReply problem={ticket} onClose={() => setOpen(null)} />}
      {open === 'link' && (
        <LinkDialog
          sources={[{ ...ticket, ...requester }]}
          suggestions={staff?.other_tickets.map((other) => ({ ...other, ...requester }))}
          onClose={() => setOpen(null)}
        />
      )}
    </Section>
  )
}
