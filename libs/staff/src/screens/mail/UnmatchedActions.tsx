import { useRole } from '@helpdesk/auth'
import { failureText } from '@helpdesk/tickets/model/errors'
import { Button, Flex, toast } from '@helpdesk/ui'
import { useAttachMail } from '../../api/attach-mail'
import { useBlockMailSender } from '../../api/block-sender'
import { useDiscardMail } from '../../api/discard-mail'
import { canFile, type TicketChoice, type UnmatchedMail } from '../../model/mail'
import * as texts from './texts'

interface UnmatchedActionsProps {
  mail: UnmatchedMail
  ticket: TicketChoice | null
  isChoosing: boolean
  onChoose: () => void
  onShow: () => void
  onHandled: () => void
}

/** Adds a waiting mail to the ticket, opens a new one, or discards the mail; admins also block its sender. */
export function UnmatchedActions({
  mail,
  ticket,
  isChoosing,
  onChoose,
  onShow,
  onHandled,
}: UnmatchedActionsProps) {
  const isAdmin = useRole() === 'admin'
  const attach = useAttachMail()
  const discard = useDiscardMail()
  const block = useBlockMailSender()
  const busy = attach.isPending || discard.isPending || block.isPending
  const named = (action: string) => texts.ofMail(action, mail.subject || texts.subjectless, mail.from_address)
  const handledAs = (title: string) => ({
    onSuccess: () => {
      toast({ type: 'success', title })
      onHandled()
    },
    onError: (error: unknown) =>
      toast({ type: 'error', title: texts.failed, description: failureText(error) }),
  })
  const add = (ticketId: string | null, asNote = false) =>
    attach.mutate({ mailId: mail.id, ticketId, asNote }, handledAs(texts.attached))

  const action = (label: string, onClick: () => void, variant: 'solid' | 'outline' | 'ghost') => (
    <Button size="sm" variant={variant} disabled={busy} aria-label={named(label)} onClick={onClick}>
      {label}
    </Button>
  )
  const original = mail.has_original && action(texts.showOriginal, onShow, 'ghost')
  if (!canFile(mail)) return original ? <Flex marginTop="2">{original}</Flex> : null
  return (
    <Flex gap="2" wrap="wrap" marginTop="2">
      {ticket && (
        <>
          {action(
            texts.attachTo(ticket.number),
            () => add(ticket.id),
            ticket.was_forwarded ? 'outline' : 'solid',
          )}
          {action(
            texts.addNote(ticket.number),
            () => add(ticket.id, true),
            ticket.was_forwarded ? 'solid' : 'outline',
          )}
        </>
      )}
      <Button
        size="sm"
        variant="outline"
        aria-expanded={isChoosing}
        aria-label={named(texts.otherTicket)}
        onClick={onChoose}
      >
        {texts.otherTicket}
      </Button>
      {mail.reason !== 'own_message' && action(texts.newTicket, () => add(null), 'outline')}
      {original}
      {action(texts.discard, () => discard.mutate(mail.id, handledAs(texts.discarded)), 'ghost')}
      {isAdmin &&
        mail.from_address !== '' &&
        action(
          texts.block,
          () => block.mutate({ mailId: mail.id, address: mail.from_address }, handledAs(texts.blocked)),
          'ghost',
        )}
    </Flex>
  )
}
