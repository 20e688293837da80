import { Badge, type BadgeProps } from '@helpdesk/ui'
import { statusWord, type TicketStatus } from '../../model/statuses'
import { Capitalized } from './Capitalized'
import { iconOfStatus } from './icons'

/** A ticket's status as colour, icon and word. */
export function StatusBadge({
  status,
  variant,
}: { status: TicketStatus } & Partial<Pick<BadgeProps, 'variant'>>) {
  const Icon = iconOfStatus(status)
  return (
    <Badge tone={`status.${status}`} icon={<Icon />} variant={variant}>
      <Capitalized>{statusWord(status)}</Capitalized>
    </Badge>
  )
}
