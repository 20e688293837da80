import { canRevoke, canSendAgain, type Invite, type InviteState } from '../model/invites'
import {
  Badge,
  Button,
  ClockIcon,
  CloseIcon,
  Flex,
  formatDate,
  RelativeTime,
  SuccessIcon,
  Text,
  type BadgeTone,
  DataTable,
  type DataColumn,
} from '@helpdesk/ui'
import type { ReactNode } from 'react'
import { useFocusFallback } from '../parts/focus-fallback'
import * as texts from './texts'

const STATES: Record<InviteState, { label: string; tone: BadgeTone; icon: ReactNode }> = {
  pending: { label: texts.pending, tone: 'warning', icon: <ClockIcon /> },
  accepted: { label: texts.accepted, tone: 'success', icon: <SuccessIcon /> },
  expired: { label: texts.expired, tone: 'neutral', icon: <ClockIcon /> },
  revoked: { label: texts.revoked, tone: 'neutral', icon: <CloseIcon /> },
}

/** When the invite was used or revoked, or when it expires. */
function dateOf({ state, used_at, revoked_at, expires_at }: Invite): ReactNode {
  if (state === 'accepted') return used_at && formatDate(used_at)
  if (state === 'revoked') return revoked_at && formatDate(revoked_at)
  return state === 'pending' ? texts.until(formatDate(expires_at)) : formatDate(expires_at)
}

interface InviteTableProps {
  invites: readonly Invite[] | undefined
  stale: boolean
  /** Id of the invite being resent. */
  resending: string | null
  onSendAgain: (invite: Invite) => void
  onRevoke: (invite: Invite) => void
}

/** Invites with their states and possible actions. */
export function InviteTable({ invites, stale, resending, onSendAgain, onRevoke }: InviteTableProps) {
  const columns: DataColumn<Invite>[] = [
    { heading: texts.email, cell: ({ email }) => <Text fontWeight="medium">{email}</Text> },
    {
      heading: texts.role,
      width: '5rem',
      cell: ({ role }) => (role === 'admin' ? texts.admin : texts.agent),
    },
    {
      heading: texts.state,
      width: '14.5rem',
      cell: (invite) => {
        const { label, tone, icon } = STATES[invite.state]
        return (
          <Flex wrap="wrap" gap="2" alignItems="center">
            <Badge tone={tone} icon={icon}>
              {label}
            </Badge>
            <Text as="span" tone="muted" fontSize="sm">
              {dateOf(invite)}
            </Text>
          </Flex>
        )
      },
    },
    {
      heading: texts.invited,
      width: '11rem',
      cell: ({ created_at, created_by_name }) => (
        <>
          <RelativeTime value={created_at} />
          {created_by_name && (
            <Text tone="muted" fontSize="sm">
              {texts.by(created_by_name)}
            </Text>
          )}
        </>
      ),
    },
    {
      heading: texts.actions,
      width: '12rem',
      cell: (invite) => (
        <Flex gap="2" wrap="wrap">
          {canSendAgain(invite) && (
            <Button
              size="sm"
              loading={resending === invite.id}
              disabled={resending !== null}
              aria-label={texts.sendAgainTo(invite.email)}
              onClick={() => onSendAgain(invite)}
            >
              {texts.sendAgain}
            </Button>
          )}
          {canRevoke(invite) && (
            <Button
              size="sm"
              variant="ghost"
              aria-label={texts.revokeOf(invite.email)}
              onClick={() => onRevoke(invite)}
            >
              {texts.revoke}
            </Button>
          )}
        </Flex>
      ),
    },
  ]
  // The clicked button may disappear with its row.
  const table = useFocusFallback<HTMLTableElement>()
  return (
    <DataTable
      ref={table}
      label={texts.title}
      narrow="cards"
      columns={columns}
      rows={invites}
      rowKey={({ id }) => id}
      stale={stale}
    />
  )
}
