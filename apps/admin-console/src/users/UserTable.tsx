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
      heading: 'Name',
      cell: ({ id, name, email, deactivated_at, is_confirmed }) => (
        <Flex gap="3" alignItems="flex-start">
          <Avatar name={name || email} seed={id} />
          <Box minWidth="0">
            <Flex gap="2" wrap="wrap" alignItems="center">
              <Text as="span" fontWeight="medium">
                {name}
              </Text>
              {id === me && <Badge tone="accent">You</Badge>}
              {!is_confirmed && (
                <Badge tone="warning" icon={<AlertIcon />}>
                  Unconfirmed
                </Badge>
              )}
              {deactivated_at && (
                <Badge tone="danger" icon={<LockIcon />}>
                  Deactivated
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
    { heading: 'Role', width: '7.5rem', cell: ({ role }) => <RoleBadge role={role} /> },
    {
      heading: 'Last seen',
      width: '9rem',
      cell: ({ last_seen_at }) => (last_seen_at ? <RelativeTime value={last_seen_at} /> : 'Never'),
    },
    { heading: 'Open sessions', width: '8rem', cell: ({ open_sessions }) => open_sessions },
    { heading: 'Joined', width: '8rem', cell: ({ created_at }) => formatDate(created_at) },
    {
      heading: 'Actions',
      width: '6.5rem',
      cell: (user) => (
        <Button size="sm" aria-label={`Manage ${user.name}`} onClick={() => onManage(user)}>
          Manage
        </Button>
      ),
    },
  ]
  // The clicked button may disappear with its row.
  const table = useFocusFallback<HTMLTableElement>()
  return (
    <DataTable
      ref={table}
      label="Users"
      narrow="cards"
      columns={columns}
      rows={users}
      rowKey={({ id }) => id}
      stale={stale}
    />
  )
}
