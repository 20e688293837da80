import { AlertIcon, Badge, deferred, Flex, RelativeTime, RouterLink, SuccessIcon, Text } from '@helpdesk/ui'
import { isolate } from '@helpdesk/tickets/model/text-direction'
import { useState } from 'react'
import type { TicketChoice, UnmatchedMail } from '../../model/mail'
import { OtherTicket } from './OtherTicket'
import * as texts from './texts'
import { UnmatchedActions } from './UnmatchedActions'

const OriginalMail = deferred(
  async () => (await import('@helpdesk/tickets/screens/mail/OriginalMail')).OriginalMail,
  null,
).Screen

/** The server cuts longer texts. */
const PREVIEW_LENGTH = 300

/** Whether the sender's address was verified when the mail arrived. */
function Verified({ authentication }: Pick<UnmatchedMail, 'authentication'>) {
  if (authentication === 'pass')
    return (
      <Badge tone="success" icon={<SuccessIcon />}>
        {texts.verified}
      </Badge>
    )
  return (
    <Badge tone="warning" icon={<AlertIcon />}>
      {authentication === 'fail' ? texts.forged : texts.unverified}
    </Badge>
  )
}

interface UnmatchedMailItemProps {
  mail: UnmatchedMail
  onHandled: () => void
}

type Opened = 'original' | 'other-ticket' | null

/** One received mail that waits, with the ticket that it names or that was chosen by its number. */
export function UnmatchedMailItem({ mail, onHandled }: UnmatchedMailItemProps) {
  const [chosen, setChosen] = useState<TicketChoice | null>(null)
  const [opened, setOpened] = useState<Opened>(null)
  const ticket = chosen ?? mail.suspected_ticket
  const reasons = mail.state === 'unmatched' ? texts.reasons : texts.notFiledReasons
  const reason = reasons[mail.reason]
  // What was chosen, and the ticket of a copy or a bounce, are certain.
  const name = chosen || mail.ticket_id ? texts.chosen : texts.suspected
  return (
    <li>
      <Flex wrap="wrap" columnGap="3" rowGap="1" alignItems="center">
        <Text dir="auto" fontWeight="medium" overflowWrap="anywhere">
          {mail.subject || texts.subjectless}
        </Text>
        <Verified authentication={mail.authentication} />
        <Text as="span" tone="muted" fontSize="sm">
          <RelativeTime value={mail.received_at} />
        </Text>
      </Flex>
      <Text tone="muted" fontSize="sm" overflowWrap="anywhere">
        {mail.from_name ? `${isolate(mail.from_name)} <${mail.from_address}>` : mail.from_address} →{' '}
        {mail.recipient}
        {mail.file_count > 0 && ` · ${texts.files(mail.file_count)}`}
      </Text>
      {[
        mail.forwarded_to && texts.forwardedTo(mail.forwarded_to),
        reason,
        mail.said_author && texts.saidAuthor(mail.said_author),
      ].map(
        (line) =>
          line && (
            <Text key={line} tone="muted" fontSize="sm" overflowWrap="anywhere">
              {line}
            </Text>
          ),
      )}
      <Text
        dir="auto"
        unicodeBidi="plaintext"
        marginTop="1"
        overflowWrap="anywhere"
        whiteSpace="pre-line"
        lineClamp="4"
      >
        {mail.preview}
        {mail.preview.length >= PREVIEW_LENGTH && '…'}
      </Text>
      {ticket && (
        <Text marginTop="1" fontSize="sm" role={chosen ? 'status' : undefined}>
          <RouterLink to={`/tickets/${ticket.id}`}>
            {name(ticket.number, ticket.subject, ticket.customer_name)}
          </RouterLink>
        </Text>
      )}
      <UnmatchedActions
        mail={mail}
        ticket={ticket}
        isChoosing={opened === 'other-ticket'}
        onChoose={() => setOpened(opened === 'other-ticket' ? null : 'other-ticket')}
        onShow={() => setOpened('original')}
        onHandled={onHandled}
      />
      {opened === 'other-ticket' && (
        <OtherTicket
          onFound={(found) => {
            setChosen(found)
            setOpened(null)
          }}
        />
      )}
      {opened === 'original' && <OriginalMail mailId={mail.id} onClose={() => setOpened(null)} />}
    </li>
  )
}
