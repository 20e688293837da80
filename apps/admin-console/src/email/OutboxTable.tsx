import { failureText } from '@helpdesk/tickets/model/errors'
import { unsentText } from '@helpdesk/tickets/model/unsent-texts'
import {
  Badge,
  Box,
  Button,
  ClockIcon,
  DataTable,
  ErrorIcon,
  formatDateTime,
  RefreshIcon,
  RelativeTime,
  RouterLink,
  SuccessIcon,
  Text,
  toast,
  type BadgeTone,
  type DataColumn,
} from '@helpdesk/ui'
import type { ReactNode } from 'react'
import { useRetryMail } from '../api/retry-mail'
import type { MailAttempt, MailState, OutgoingMail } from '../model/mail'
import { useFocusFallback } from '../parts/focus-fallback'
import * as texts from './texts'

const BADGES: Record<MailState, { tone: BadgeTone; icon: ReactNode }> = {
  queued: { tone: 'neutral', icon: <ClockIcon /> },
  retrying: { tone: 'warning', icon: <RefreshIcon /> },
  failed: { tone: 'danger', icon: <ErrorIcon /> },
  sent: { tone: 'success', icon: <SuccessIcon /> },
}

const outcome = ({ error, response, ended_at }: MailAttempt): string =>
  (error && unsentText(error)) ?? response ?? (ended_at ? texts.accepted : texts.inProgress)

/** State, last error and, on demand, each attempt. */
function Result({ state, error, attempts, next_attempt_at }: OutgoingMail) {
  return (
    <>
      <Badge tone={BADGES[state].tone} icon={BADGES[state].icon}>
        {texts.states[state]}
      </Badge>
      {state !== 'sent' && error && (
        <Text fontSize="sm" overflowWrap="anywhere">
          {unsentText(error)}
        </Text>
      )}
      {state === 'retrying' && next_attempt_at && (
        <Text tone="muted" fontSize="sm">
          {texts.next}: {formatDateTime(next_attempt_at)}
        </Text>
      )}
      {attempts.length > 0 && (
        <Box as="details" fontSize="sm" color="fg.muted">
          <summary>{texts.attemptCount(attempts.length)}</summary>
          <Box as="ol" paddingInlineStart="5" overflowWrap="anywhere">
            {attempts.map((attempt) => (
              <li key={attempt.started_at}>
                {formatDateTime(attempt.started_at)}: {outcome(attempt)}
              </li>
            ))}
          </Box>
        </Box>
      )}
    </>
  )
}

/** Rows of the outbox. */
export function OutboxTable({ mails }: { mails: readonly OutgoingMail[] | undefined }) {
  const { mutate, isPending, variables } = useRetryMail()
  const table = useFocusFallback<HTMLTableElement>()
  const retry = (mail: OutgoingMail) =>
    mutate(mail.id, {
      onSuccess: () => toast({ type: 'success', title: texts.retryStarted }),
      onError: (error) => toast({ type: 'error', title: texts.retryFailed, description: failureText(error) }),
    })
  const columns: DataColumn<OutgoingMail>[] = [
    {
      heading: texts.recipient,
      rowHeader: true,
      cell: ({ recipient, kind }) => (
        <>
          <Text overflowWrap="anywhere">{recipient}</Text>
          <Text tone="muted" fontSize="sm" fontWeight="normal">
            {texts.kindOf(kind)}
          </Text>
        </>
      ),
    },
    {
      heading: texts.ticket,
      cell: ({ ticket_id, ticket_number, ticket_subject }) =>
        ticket_id ? (
          <RouterLink to={`/tickets/${ticket_id}`} overflowWrap="anywhere">
            #{ticket_number} <bdi>{ticket_subject}</bdi>
          </RouterLink>
        ) : (
          ticket_subject
        ),
    },
    { heading: texts.result, cell: (mail) => <Result {...mail} /> },
    { heading: texts.created, width: '8rem', cell: ({ created_at }) => <RelativeTime value={created_at} /> },
    {
      heading: texts.retry,
      width: '7rem',
      cell: (mail) =>
        (mail.state === 'failed' || mail.state === 'retrying') && (
          <Button
            size="sm"
            loading={isPending && variables === mail.id}
            disabled={isPending}
            aria-label={texts.retryOf(mail.recipient)}
            onClick={() => retry(mail)}
          >
            {texts.retry}
          </Button>
        ),
    },
  ]
  return (
    <DataTable
      ref={table}
      label={texts.outbox}
      narrow="cards"
      columns={columns}
      rows={mails}
      rowKey={({ id }) => id}
    />
  )
}
