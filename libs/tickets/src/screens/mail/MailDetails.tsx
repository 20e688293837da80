import { Box, Button, deferred, Flex, LinkButton, Text } from '@helpdesk/ui'
import { useId, useState } from 'react'
import { useReceivedMail } from '../../api/list-ticket-mails'
import { refusedFilesText } from '../../model/refused-files'
import { UserText } from '../thread/UserText'
import { MAIL_TEXTS } from './texts'
import { UnverifiedMark } from './UnverifiedMark'

// apart, since customers never download it
const OriginalMail = deferred(async () => (await import('./OriginalMail')).OriginalMail, null).Screen
const ContinuedTicket = deferred(async () => (await import('./ContinuedTicket')).ContinuedTicket, null).Screen
const OtherParts = deferred(async () => (await import('./MailParts')).OtherParts, null).Screen

/** Quoted text of a received mail, folded, and for staff the way to its original and to the ticket that it names. */
export default function MailDetails({ ticketId, commentId }: { ticketId: string; commentId: string | null }) {
  const mail = useReceivedMail(ticketId, commentId)
  const [isOpen, setOpen] = useState(false)
  const [isShown, setShown] = useState(false)
  const id = useId()
  if (!mail) return null
  const refused = refusedFilesText(mail)
  return (
    <>
      <Flex wrap="wrap" alignItems="center" gap="2" marginX="-2">
        {mail.is_unverified && <UnverifiedMark />}
        {mail.quoted && (
          <Button
            size="sm"
            variant="ghost"
            color="fg.muted"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? MAIL_TEXTS.hideQuoted : MAIL_TEXTS.showQuoted}
          </Button>
        )}
        {mail.id && mail.has_original && (
          <Button size="sm" variant="ghost" color="fg.muted" onClick={() => setShown(true)}>
            {MAIL_TEXTS.showOriginal}
          </Button>
        )}
        {mail.suspected_ticket && (
          <LinkButton
            size="sm"
            variant="ghost"
            color="fg.muted"
            to={`/tickets/${mail.suspected_ticket.id}`}
            title={MAIL_TEXTS.suspectedHint}
          >
            {MAIL_TEXTS.suspected(mail.suspected_ticket.number)}
          </LinkButton>
        )}
      </Flex>
      {mail.id && commentId === null && !mail.suspected_ticket && <ContinuedTicket ticketId={ticketId} />}
      {isOpen && (
        <Box
          id={id}
          borderStartWidth="2px"
          borderColor="border"
          paddingStart="3"
          marginTop="1"
          color="fg.muted"
        >
          <UserText>{mail.quoted}</UserText>
        </Box>
      )}
      {refused && (
        <Text tone="muted" fontSize="sm" marginTop="1" overflowWrap="anywhere">
          {refused}
        </Text>
      )}
      {mail.id && mail.parts && mail.parts.length > 0 && <OtherParts mailId={mail.id} parts={mail.parts} />}
      {isShown && mail.id && <OriginalMail mailId={mail.id} onClose={() => setShown(false)} />}
    </>
  )
}
