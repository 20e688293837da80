import { Avatar, Badge, Box, Button, ChevronDownIcon, Text, toast, UserIcon } from '@helpdesk/ui'
import { useEffect, useRef, useState } from 'react'
import { useAssignTicket } from '../../api/assign-ticket'
import { useClaimTicket } from '../../api/claim-ticket'
import { useStaffSearch } from '../../api/search-staff'
import { useActor } from '../../state/use-actor'
import { useTicketRights } from '../../state/use-ticket-rights'
import { failureText } from '@helpdesk/tickets/model/errors'
import type { Participant, TicketDetail } from '@helpdesk/tickets/model/rows'
import { useProvideTicketCommands } from '../../state/ticket-commands'
import { ValueButton } from '../controls/OptionMenu'
import { Picker } from '../controls/Picker'
import { Popover } from '../controls/Popover'
import { AwayDialog } from './AwayDialog'
import { TakeOver } from './TakeOver'
import * as texts from './texts'

/** The assignee, with the commands to take, take over, assign and return the ticket. */
export function AssigneeControl({ detail }: { detail: TicketDetail }) {
  const { ticket, assignee } = detail
  const { mayTriage, mayTakeOver, holder } = useTicketRights(detail)
  const me = useActor()?.id
  const claim = useClaimTicket()
  const assign = useAssignTicket()
  const [picking, setPicking] = useState(false)
  const [absent, setAbsent] = useState<Absent | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const onError = (error: unknown) =>
    toast({ type: 'error', title: texts.notAssigned, description: failureText(error) })
  const isFree = ticket.assigned_to === null

  // The pressed button disappears with the assignment; its focus moves to the assignee.
  const hasActed = useRef(false)
  const act = () => void (hasActed.current = true)
  useEffect(() => {
    if (hasActed.current && document.activeElement === document.body) opener.current?.focus()
    hasActed.current = false
  }, [ticket.assigned_to])

  const take = () => {
    act()
    claim.mutate(ticket, { onError })
  }
  const give = (to: Pick<Participant, 'id' | 'name'> | null) => {
    setPicking(false)
    setAbsent(null)
    assign.mutate({ ticketId: ticket.id, assignee: to }, { onError })
  }
  const pick = (to: Absent | Pick<Participant, 'id' | 'name'> | null) => {
    if (!to || !('since' in to) || to.id === me) return give(to)
    setPicking(false)
    setAbsent(to)
  }
  useProvideTicketCommands({
    ...(isFree && mayTriage && { assignToMe: take }),
    ...(mayTriage && { assign: () => setPicking(true) }),
  })

  return (
    <>
      <Popover
        open={picking}
        onClose={() => {
          setPicking(false)
          opener.current?.focus()
        }}
        side="bottom"
        align="start"
        trigger={
          <ValueButton
            ref={opener}
            type="button"
            title={mayTriage ? texts.assign : texts.onlyHolder(holder)}
            aria-haspopup="listbox"
            aria-expanded={picking}
            disabled={!mayTriage || assign.isPending}
            onClick={() => setPicking(!picking)}
          >
            {assignee ? <Avatar name={assignee.name} seed={assignee.id} size={20} /> : <UserIcon size={16} />}
            <Box as="span" truncate maxWidth="12rem">
              {assignee ? (assignee.id === me ? texts.you(assignee.name) : assignee.name) : texts.nobody}
            </Box>
            {detail.staff?.assignee_away_since && <Badge>{texts.away}</Badge>}
            {mayTriage && <ChevronDownIcon size={12} />}
          </ValueButton>
        }
      >
        <StaffPicker assignee={assignee} me={me} onPick={pick} onClose={() => setPicking(false)} />
      </Popover>
      {absent && <AwayDialog {...absent} onAssign={() => give(absent)} onClose={() => setAbsent(null)} />}
      {isFree && mayTriage && (
        <Button size="sm" variant="solid" loading={claim.isPending} onClick={take}>
          {texts.take}
        </Button>
      )}
      {mayTakeOver && <TakeOver ticket={ticket} holder={holder} onTaken={act} />}
      {!mayTriage && (
        <Text tone="muted" fontSize="sm" flexBasis={{ base: 'full', md: 'auto' }}>
          {texts.onlyHolder(holder)}
        </Text>
      )}
    </>
  )
}

interface StaffPickerProps {
  assignee: Participant | null
  me: string | undefined
  onPick: (member: Absent | Pick<Participant, 'id' | 'name'> | null) => void
  onClose: () => void
}

/** A colleague who is away. */
type Absent = Pick<Participant, 'id' | 'name'> & { since: string }

const NOBODY = 'nobody'

function StaffPicker({ assignee, me, onPick, onClose }: StaffPickerProps) {
  const [query, setQuery] = useState('')
  const { people, empty } = useStaffSearch(query)
  const members = people
    .filter(({ id }) => id !== assignee?.id)
    .map(({ id, name, email, away_since }) => ({
      id,
      name,
      label: id === me ? texts.you(name) : name,
      detail: email,
      since: away_since,
      aside: away_since ? <Badge>{texts.away}</Badge> : undefined,
    }))
  const release = {
    id: NOBODY,
    name: '',
    label: texts.release,
    detail: undefined,
    since: null,
    aside: undefined,
  }
  return (
    <Picker
      label={texts.findAnAgent}
      placeholder={texts.nameOrEmail}
      query={query}
      onQuery={setQuery}
      items={assignee && !query ? [...members, release] : members}
      onPick={({ id, name, since }) =>
        onPick(id === NOBODY ? null : since ? { id, name, since } : { id, name })
      }
      onClose={onClose}
      empty={empty}
    />
  )
}
