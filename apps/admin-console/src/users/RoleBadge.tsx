import type { Role } from '@helpdesk/auth'
import { Badge, LockIcon, TicketIcon, UserIcon, type BadgeTone } from '@helpdesk/ui'
import type { ReactNode } from 'react'

const BADGES: Record<Role, { label: string; tone: BadgeTone; icon: ReactNode }> = {
  customer: { label: 'Customer', tone: 'neutral', icon: <UserIcon /> },
  agent: { label: 'Agent', tone: 'info', icon: <TicketIcon /> },
  admin: { label: 'Admin', tone: 'accent', icon: <LockIcon /> },
}

export function RoleBadge({ role }: { role: Role }) {
  const { label, tone, icon } = BADGES[role]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}
