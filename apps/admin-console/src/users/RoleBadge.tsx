import type { Role } from '@helpdesk/auth'
import { Badge, LockIcon, TicketIcon, UserIcon, type BadgeTone } from '@helpdesk/ui'
import type { ReactNode } from 'react'
import * as texts from './texts'

const BADGES: Record<Role, { label: string; tone: BadgeTone; icon: ReactNode }> = {
  customer: { label: texts.customer, tone: 'neutral', icon: <UserIcon /> },
  agent: { label: texts.agent, tone: 'info', icon: <TicketIcon /> },
  admin: { label: texts.admin, tone: 'accent', icon: <LockIcon /> },
}

export function RoleBadge({ role }: { role: Role }) {
  const { label, tone, icon } = BADGES[role]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}
