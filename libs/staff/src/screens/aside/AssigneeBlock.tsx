import { Button, Flex, Text, toast } from '@helpdesk/ui'
import { Picker } from '../controls/Picker'
import { useRef, useState } from 'react'
import { useClaimTicket } from '../../api/claim-ticket'
import { useManageTicket } from '../../api/manage-ticket'
import { useStaffSearch, type StaffMember } from '../../api/search-staff'
import { useActor } from '../../api/use-actor'
import { failureText } from '@helpdesk/tickets/model/errors'
import { canClaimTickets } from '@helpdesk/tickets/model/permissions'
import type { Participant, TicketDetail } from '@helpdesk/tickets/model/rows'
import { useProvideTicketCommands } from '../../state/ticket-commands'
import { Section } from './Section'

/** The assignee, with commands to claim, release and reassign the ticket. */
export function AssigneeBlock({ detail, mayChange }: { detail: TicketDetail; mayChange: boolean }) {
  const { ticket, assignee } = detail
  const actor = useActor()
  const claim = useClaimTicket()
  const manage = useManageTicket(ticket.id)
  const [picking, setPicking] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const busy = claim.isPending || manage.isPending
  const mayTake = ticket.assigned_to === null && canClaimTickets(actor?.role ?? null)
  const fail = (error: unknown) =>
    toast({ type: 'error', title: 'Assignment not changed', description: failureText(error) })

  const take = () => claim.mutate(ticket, { onError: fail })
  const give = (to: Participant | null) => {
    setPicking(false)
    manage.mutate({ change: { assigned_to: to?.id ?? null }, assignee: to }, { onError: fail })
  }
  useProvideTicketCommands(mayTake ? { assignToMe: take } : {})

  return (
    <Section title="Assigned to">
      <Text overflowWrap="anywhere">
        {assignee ? (assignee.id === actor?.id ? `${assignee.name} (you)` : assignee.name) : 'Nobody yet'}
      </Text>
      <Flex wrap="wrap" gap="2" marginTop="2">
        {mayTake && (
          <Button size="sm" variant="solid" loading={busy} onClick={take}>
            Assign to me
          </Button>
        )}
        {mayChange && (
          <>
            <Button
              ref={opener}
              size="sm"
              aria-expanded={picking}
              disabled={busy}
              onClick={() => setPicking(!picking)}
            >
              {assignee ? 'Hand over' : 'Assign'}
            </Button>
            {assignee && (
              <Button size="sm" loading={busy} onClick={() => give(null)}>
                Unassign
              </Button>
            )}
          </>
        )}
      </Flex>
      {picking && (
        <StaffPicker
          without={ticket.assigned_to}
          onPick={give}
          onClose={() => {
            setPicking(false)
            opener.current?.focus()
          }}
        />
      )}
    </Section>
  )
}

interface StaffPickerProps {
  without: string | null
  onPick: (member: StaffMember) => void
  onClose: () => void
}

function StaffPicker({ without, onPick, onClose }: StaffPickerProps) {
  const [query, setQuery] = useState('')
  const { people, empty } = useStaffSearch(query)
  return (
    <Flex direction="column" marginTop="2">
      <Picker
        label="Find an agent"
        placeholder="Name or e-mail"
        query={query}
        onQuery={setQuery}
        items={people
          .filter(({ id }) => id !== without)
          .map((each) => ({ ...each, label: each.name, detail: each.email }))}
        onPick={({ id, name, email, role }) => onPick({ id, name, email, role })}
        onClose={onClose}
        empty={empty}
      />
    </Flex>
  )
}
