import { Badge, type BadgeProps } from '@helpdesk/ui'
import { priorityWord, type TicketPriority } from '../../model/priorities'
import { Capitalized } from './Capitalized'
import { priorityIcons } from './icons'

interface PriorityBadgeProps extends Partial<Pick<BadgeProps, 'variant'>> {
  priority: TicketPriority
}

/** A ticket's priority as colour, icon and word. */
export function PriorityBadge({ priority, variant }: PriorityBadgeProps) {
  const Icon = priorityIcons[priority]
  return (
    <Badge tone={`priority.${priority}`} icon={<Icon />} variant={variant}>
      <Capitalized>{priorityWord(priority)}</Capitalized>
    </Badge>
  )
}
