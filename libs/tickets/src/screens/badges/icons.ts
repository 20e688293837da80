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
import type { TicketPriority } from '../../model/priorities'
import type { TicketStatus } from '../../model/statuses'

/** The icon of each status, because color alone is not accessible. */
export const statusIcons = {
  open: CircleIcon,
  in_progress: ProgressIcon,
  pending: ClockIcon,
  on_hold: PauseIcon,
  solved: CheckIcon,
  closed: LockIcon,
} satisfies Record<TicketStatus, unknown>

/** The icon of each priority. */
export const priorityIcons = {
  urgent: PriorityUrgentIcon,
  high: PriorityHighIcon,
  medium: PriorityMediumIcon,
  normal: PriorityNormalIcon,
  low: PriorityLowIcon,
} satisfies Record<TicketPriority, unknown>
