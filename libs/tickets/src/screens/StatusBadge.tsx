import {
  Badge,
  CheckIcon,
  CircleIcon,
  ClockIcon,
  LockIcon,
  PauseIcon,
  ProgressIcon,
  type BadgeProps,
} from '@helpdesk/ui'
import { statusWord, type TicketStatus } from '../model/statuses'
import { Capitalized } from './Capitalized'

const icons = {
  open: CircleIcon,
  in_progress: ProgressIcon,
  pending: ClockIcon,
  on_hold: PauseIcon,
  solved: CheckIcon,
  closed: LockIcon,
} satisfies Record<TicketStatus, unknown>

/** A ticket's status as colour, icon and word. */
export function StatusBadge({
  status,
  variant,
}: { status: TicketStatus } & Partial<Pick<BadgeProps, 'variant'>>) {
  const Icon = icons[status]
  return (
    <Badge tone={`status.${status}`} icon={<Icon />} variant={variant}>
      <Capitalized>{statusWord(status)}</Capitalized>
    </Badge>
  )
}
