import { Badge, type BadgeProps } from '@helpdesk/ui'
import { priorityWord, type TicketPriority } from '../../model/priorities'
import { Capitalized } from './Capitalized'
import { iconOfPriority } from './icons'

interface PriorityBadgeProps extends Partial<Pick<BadgeProps, 'variant'>> {
  priority: TicketPriority
}

/** A ticket's priority as colour, icon and word. */
export function PriorityBadge({ priority, variant }: PriorityBadgeProps) {
  const Icon = iconOfPriority(priority)
  return (
    <Badge tone={`priority.${priority}`} icon={<Icon />} variant={variant}>
      <Capitalized>{priorityWord(priority)}</Capitalized>
    </Badge>
  )
}
