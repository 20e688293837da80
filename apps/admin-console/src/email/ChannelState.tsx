import { Alert, Badge, chakra, ErrorIcon, RelativeTime, SuccessIcon } from '@helpdesk/ui'
import type { ReactNode } from 'react'
import type { MailChannel } from '../model/mail'
import * as texts from './texts'

const time = (value: string | null): ReactNode => (value ? <RelativeTime value={value} /> : texts.never)

/** Last mails, the queue, and the error of a mail server that does not answer. */
export function ChannelState({ channel }: { channel: MailChannel }) {
  const { failing_since, last_error, last_sent_at } = channel
  const facts: [string, ReactNode][] = [
    [texts.lastOut, time(last_sent_at)],
    [texts.lastIn, time(channel.last_received_at)],
    [texts.waiting, texts.waitingCount(channel.queued, channel.retrying)],
    [texts.failedWeek, channel.failed],
    [texts.sender, channel.sender ?? texts.unknownSender],
  ]
  return (
    <>
      {failing_since ? (
        <Alert
          title={
            <>
              {texts.failing} ({texts.since} <RelativeTime value={failing_since} />)
            </>
          }
        >
          {last_error}
        </Alert>
      ) : (
        <div>
          <Badge
            tone={last_sent_at ? 'success' : 'neutral'}
            icon={last_sent_at ? <SuccessIcon /> : <ErrorIcon />}
          >
            {last_sent_at ? texts.working : texts.neverSent}
          </Badge>
        </div>
      )}
      <Facts>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Facts>
    </>
  )
}

const Facts = chakra('dl', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '1.5',
    '& > div': { display: 'flex', flexWrap: 'wrap', columnGap: '3' },
    '& dt': { color: 'fg.muted', width: '9rem' },
    '& dd': { flex: '1 1 9rem', minWidth: '0', overflowWrap: 'anywhere' },
  },
})
