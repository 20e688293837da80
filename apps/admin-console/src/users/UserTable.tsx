import type { User } from '../model/users'
import {
  AlertIcon,
  Avatar,
  Badge,
  Box,
  Button,
  Flex,
  formatDate,
  LockIcon,
  RelativeTime,
  Text,
  DataTable,
  type DataColumn,
} from '@helpdesk/ui'
import { useFocusFallback } from '../parts/focus-fallback'
import { RoleBadge } from './RoleBadge'
import * as texts from './texts'

interface UserTableProps {
  users: readonly User[] | undefined
  stale?: boolean
  /** Id of the signed-in admin. */
  me: string | undefined
  onManage: (user: User) => void
}

/** Accounts with role, last visit and sessions. */
export function UserTable({ users, stale, me, onManage }: UserTableProps) {
  const columns: DataColumn<User>[] = [
    {
      heading: texts.name,
      cell: ({ id, name, email, deactivated_at, is_confirmed }) => (
        <Flex gap="3" alignItems="flex-start">
          <Avatar name={name || email} seed={id} />
          <Box minWidth="0">
            <Flex gap="2" wrap="wrap" alignItems="center">
              <Text as="span" fontWeight="medium">
                {name}
              </Text>
              {id === me && <Badge tone="accent">{texts.you}</Badge>}
              {!is_confirmed && (
                <Badge tone="warning" icon={<AlertIcon />}>
                  {texts.unconfirmed}
                </Badge>
              )}
              {deactivated_at && (
                <Badge tone="danger" icon={<LockIcon />}>
                  {texts.deactivatedState}
                </Badge>
              )}
            </Flex>
            <Text tone="muted" fontSize="sm">
              {email}
            </Text>
          </Box>
        </Flex>
      ),
    },
    { heading: texts.role, width: '7.5rem', cell: ({ role }) => <RoleBadge role={role} /> },
    {
      heading: texts.lastSeen,
      width: '9rem',
      cell: ({ last_seen_at }) => (last_seen_at ? <RelativeTime value={last_seen_at} /> : texts.never),
    },
    { heading: texts.openSessions, width: '8rem', cell: ({ open_sessions }) => open_sessions },
    { heading: texts.joined, width: '8rem', cell: ({ created_at }) => formatDate(created_at) },
    {
      heading: texts.actions,
      width: '6.5rem',
      cell: (user) => (
        <Button size="sm" aria-label={texts.manageUser(user.name)} onClick={() => onManage(user)}>
          {texts.manage}
        </Button>
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
      rows={users}
      rowKey={({ id }) => id}
      stale={stale}
    />
  )
}
