import { Avatar, Box, Button, ChevronDownIcon, Text, toast, UserIcon } from '@helpdesk/ui'
import { useRef, useState } from 'react'
import { useAssignTicket } from '../../api/assign-ticket'
import { useClaimTicket } from '../../api/claim-ticket'
import { useStaffSearch } from '../../api/search-staff'
import { useActor } from '../../api/use-actor'
import { useTicketRights } from '../../api/use-ticket-rights'
import { failureText } from '@helpdesk/tickets/model/errors'
import type { Participant, TicketDetail } from '@helpdesk/tickets/model/rows'
import { useProvideTicketCommands } from '../../state/ticket-commands'
import { ValueButton } from '../controls/OptionMenu'
import { Picker } from '../controls/Picker'
import { Popover } from '../controls/Popover'
import { TakeOver } from './TakeOver'
import { controlTexts } from './texts'

/** The assignee, with the commands to take, take over, assign and return the ticket. */
export function AssigneeControl({ detail }: { detail: TicketDetail }) {
  const { ticket, assignee } = detail
  const { mayTriage, mayTakeOver, holder } = useTicketRights(detail)
  const me = useActor()?.id
  const claim = useClaimTicket()
  const assign = useAssignTicket()
  const [picking, setPicking] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const onError = (error: unknown) =>
    toast({ type: 'error', title: controlTexts.notAssigned, description: failureText(error) })
  const isFree = ticket.assigned_to === null

  const take = () => claim.mutate(ticket, { onError })
  const give = (to: Pick<Participant, 'id' | 'name'> | null) => {
    setPicking(false)
    assign.mutate({ ticketId: ticket.id, assignee: to }, { onError })
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
            title={mayTriage ? controlTexts.assign : controlTexts.onlyHolder(holder)}
            aria-haspopup="listbox"
            aria-expanded={picking}
            disabled={!mayTriage || assign.isPending}
            onClick={() => setPicking(!picking)}
          >
            {assignee ? <Avatar name={assignee.name} seed={assignee.id} size={20} /> : <UserIcon size={16} />}
            <Box as="span" truncate maxWidth="12rem">
              {assignee
                ? assignee.id === me
                  ? `${assignee.name} (you)`
                  : assignee.name
                : controlTexts.nobody}
            </Box>
            {mayTriage && <ChevronDownIcon size={12} />}
          </ValueButton>
        }
      >
        <StaffPicker assignee={assignee} me={me} onPick={give} onClose={() => setPicking(false)} />
      </Popover>
      {isFree && mayTriage && (
        <Button size="sm" variant="solid" loading={claim.isPending} onClick={take}>
          {controlTexts.take}
        </Button>
      )}
      {mayTakeOver && <TakeOver ticket={ticket} holder={holder} />}
      {!mayTriage && (
        <Text tone="muted" fontSize="sm" flexBasis={{ base: 'full', md: 'auto' }}>
          {controlTexts.onlyHolder(holder)}
        </Text>
      )}
    </>
  )
}

interface StaffPickerProps {
  assignee: Participant | null
  me: string | undefined
  onPick: (member: Pick<Participant, 'id' | 'name'> | null) => void
  onClose: () => void
}

const NOBODY = 'nobody'

function StaffPicker({ assignee, me, onPick, onClose }: StaffPickerProps) {
  const [query, setQuery] = useState('')
  const { people, empty } = useStaffSearch(query)
  const members = people
    .filter(({ id }) => id !== assignee?.id)
    .map(({ id, name, email }) => ({
      id,
      name,
      label: id === me ? `${name} (you)` : name,
      detail: email,
    }))
  const release = { id: NOBODY, name: '', label: controlTexts.release, detail: undefined }
  return (
    <Picker
      label="Find an agent"
      placeholder="Name or e-mail"
      query={query}
      onQuery={setQuery}
      items={assignee && !query ? [...members, release] : members}
      onPick={({ id, name }) => onPick(id === NOBODY ? null : { id, name })}
      onClose={onClose}
      empty={empty}
    />
  )
}
