import { useAuth } from '@helpdesk/auth'
import { Badge, Box, Button, chakra, LockIcon, RelativeTime, Text } from '@helpdesk/ui'
import { useState } from 'react'
import type { TicketEvent } from '@helpdesk/tickets/model/rows'
import { describeEvent } from '../../model/timeline'
import { Section } from './Section'

const SHOWN = 8

/** The history of a ticket, newest first. */
export function Timeline({ events }: { events: readonly TicketEvent[] }) {
  const { user } = useAuth()
  const [all, setAll] = useState(false)
  const shown = all ? events : events.slice(0, SHOWN)
  return (
    <Section title="Activity">
      {events.length === 0 && <Text tone="muted">Nothing has happened yet.</Text>}
      <List>
        {shown.map((event) => {
          const { who, what } = describeEvent(event, user?.id ?? null)
          return (
            <Line key={event.id}>
              <Box as="span" fontWeight="medium">
                {who}
              </Box>{' '}
              {what}{' '}
              <Box as="span" color="fg.muted" whiteSpace="nowrap">
                <RelativeTime value={event.created_at} />
              </Box>{' '}
              {event.is_internal && (
                <Badge tone="warning" icon={<LockIcon />}>
                  Internal
                </Badge>
              )}
            </Line>
          )
        })}
      </List>
      {events.length > SHOWN && (
        <Button size="sm" variant="ghost" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show less' : `Show all ${events.length}`}
        </Button>
      )}
    </Section>
  )
}

const List = chakra('ol', {
  base: { listStyleType: 'none', borderInlineStartWidth: '1px', borderColor: 'border', marginBottom: '1' },
})
const Line = chakra('li', {
  base: { fontSize: 'sm', paddingInlineStart: '3', paddingY: '1', overflowWrap: 'anywhere' },
})
