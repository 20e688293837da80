import {
  Badge,
  PriorityHighIcon,
  PriorityLowIcon,
  PriorityMediumIcon,
  PriorityUrgentIcon,
  type BadgeProps,
} from '@helpdesk/ui'
import type { TicketPriority } from '../model/priorities'
import { Capitalized } from './Capitalized'

const icons = {
  urgent: PriorityUrgentIcon,
  high: PriorityHighIcon,
  medium: PriorityMediumIcon,
  normal: PriorityMediumIcon,
  low: PriorityLowIcon,
} satisfies Record<TicketPriority, unknown>

interface PriorityBadgeProps extends Partial<Pick<BadgeProps, 'variant'>> {
  priority: TicketPriority
}

/** A ticket's priority as colour, icon and word. */
export function PriorityBadge({ priority, variant }: PriorityBadgeProps) {
  const Icon = icons[priority]
  return (
    <Badge tone={`priority.${priority}`} icon={<Icon />} variant={variant}>
      <Capitalized>{priority}</Capitalized>
    </Badge>
  )
}
