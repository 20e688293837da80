import { AppError } from '@helpdesk/supabase'
import { failureText } from '@helpdesk/tickets/model/errors'
import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import { LineIcon } from '@helpdesk/tickets/screens/LineIcon'
import {
  AlertIcon,
  Box,
  Button,
  chakra,
  CloseIcon,
  Field,
  Flex,
  IconButton,
  Input,
  Text,
  toast,
} from '@helpdesk/ui'
import { useRef, useState, type FormEvent } from 'react'
import { useAddParticipants } from '../../api/add-participant'
import { useParticipants } from '../../api/list-participants'
import { useRemoveParticipant } from '../../api/remove-participant'
import { isNamedOnly, plainAddress, type TicketParticipant } from '../../model/mail'
import { useProvideTicketCommands } from '../../state/ticket-commands'
import { Section } from '../aside/Section'
import { ForwardDialog } from './ForwardDialog'
import * as texts from './texts'

/** People in copy on the ticket, with controls to add and remove them, and to forward a message. */
export function PeopleBlock({ detail }: { detail: TicketDetail }) {
  const ticketId = detail.ticket.id
  const { data: people, error } = useParticipants(ticketId)
  const remove = useRemoveParticipant(ticketId)
  const choose = useAddParticipants(ticketId)
  const [forwarding, setForwarding] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useProvideTicketCommands({ forward: () => setForwarding(true), addPerson: () => input.current?.focus() })

  const leave = (id: string) =>
    remove.mutate(id, {
      // The button disappears with its row.
      onSuccess: () => input.current?.focus(),
      onError: (reason) =>
        toast({ type: 'error', title: texts.notRemoved, description: failureText(reason) }),
    })

  const add = (address: string) =>
    choose.mutate([address], {
      onSuccess: () => input.current?.focus(),
      onError: (reason) => toast({ type: 'error', title: texts.notAdded, description: failureText(reason) }),
    })

  return (
    <Section
      title={texts.people}
      action={
        <Button size="sm" variant="ghost" aria-haspopup="dialog" onClick={() => setForwarding(true)}>
          {texts.forward}
        </Button>
      }
    >
      {error && <Text tone="muted">{texts.loadFailed}</Text>}
      {!error && !people?.length && (
        <Text tone="muted" visibility={people ? undefined : 'hidden'}>
          {texts.nobody}
        </Text>
      )}
      <List>
        {people?.map((person) => (
          <Person
            key={person.id}
            person={person}
            isBusy={remove.isPending || choose.isPending}
            onRemove={leave}
            onAdd={add}
          />
        ))}
      </List>
      <AddForm ticketId={ticketId} input={input} />
      {forwarding && <ForwardDialog detail={detail} onClose={() => setForwarding(false)} />}
    </Section>
  )
}

interface PersonProps {
  person: TicketParticipant
  isBusy: boolean
  onRemove: (id: string) => void
  onAdd: (address: string) => void
}

function Person({ person, isBusy, onRemove, onAdd }: PersonProps) {
  const { id, address, name } = person
  return (
    <Flex as="li" alignItems="center" gap="2">
      <Box flex="1" minWidth="0" overflowWrap="anywhere">
        {name && <Text>{name}</Text>}
        <Text tone={name ? 'muted' : undefined} fontSize={name ? 'sm' : undefined}>
          {address}
        </Text>
        {person.left_at && (
          <Text tone="muted" fontSize="sm">
            {texts.left}
          </Text>
        )}
        {isNamedOnly(person) && (
          <Flex gap="1.5" color="warning.fg" fontSize="sm">
            <LineIcon>
              <AlertIcon size={12} />
            </LineIcon>
            {texts.namedOnly}
          </Flex>
        )}
      </Box>
      {isNamedOnly(person) && (
        <Button size="sm" disabled={isBusy} aria-label={texts.addOf(address)} onClick={() => onAdd(address)}>
          {texts.add}
        </Button>
      )}
      <IconButton label={texts.removeOf(address)} size="sm" disabled={isBusy} onClick={() => onRemove(id)}>
        <CloseIcon size={14} />
      </IconButton>
    </Flex>
  )
}

function AddForm({ ticketId, input }: { ticketId: string; input: React.RefObject<HTMLInputElement | null> }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useAddParticipants(ticketId)
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const address = plainAddress(text)
    if (!address) return setProblem(texts.addressInvalid)
    setProblem(undefined)
    mutate([address], {
      onSuccess: () => setText(''),
      onError: (error) => {
        if (error instanceof AppError && error.code === '23505') setProblem(texts.alreadyIn)
        else toast({ type: 'error', title: texts.notAdded, description: failureText(error) })
      },
    })
  }
  return (
    <form noValidate onSubmit={onSubmit}>
      <Flex gap="2" marginTop="2" alignItems="flex-start">
        <Box flex="1" minWidth="0">
          <Field label={texts.addLabel} hideLabel hint={texts.addHint} error={problem}>
            <Input
              ref={input}
              type="email"
              autoComplete="off"
              placeholder={texts.addLabel}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </Field>
        </Box>
        <Button type="submit" loading={isPending}>
          {texts.add}
        </Button>
      </Flex>
    </form>
  )
}

const List = chakra('ul', {
  base: { listStyle: 'none', display: 'flex', flexDirection: 'column', gap: '2.5' },
})
