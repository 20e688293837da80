import {
  CheckIcon,
  CircleIcon,
  ClockIcon,
  LockIcon,
  PauseIcon,
  PriorityHighIcon,
  PriorityLowIcon,
  PriorityMediumIcon,
  PriorityNormalIcon,
  PriorityUrgentIcon,
  ProgressIcon,
} from '@helpdesk/ui'
import { priorityRank, type TicketPriority } from '../../model/priorities'
import { statusIcon, type TicketStatus } from '../../model/statuses'

// The drawings of what the tables of statuses and priorities name: color alone is not accessible.
const icons = {
  circle: CircleIcon,
  progress: ProgressIcon,
  clock: ClockIcon,
  pause: PauseIcon,
  check: CheckIcon,
  lock: LockIcon,
}
/** By rank. */
const bars = [
  PriorityLowIcon,
  PriorityNormalIcon,
  PriorityMediumIcon,
  PriorityHighIcon,
  PriorityUrgentIcon,
] as const

export const iconOfStatus = (status: TicketStatus) => icons[statusIcon(status)]
export const iconOfPriority = (priority: TicketPriority) => bars[priorityRank(priority)]
