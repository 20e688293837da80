import { userFilterOf, withUserFilter, type UserFilter } from '../model/users'
import { useUsers } from '../api/list-users'
import { useAuth } from '@helpdesk/auth'
import { ListEnd, useSearchBox } from '@helpdesk/ui'
import { Button, EmptyState, LinkButton, PageHeader, QueryState, UsersIcon } from '@helpdesk/ui'
import { useSearchParams } from '@helpdesk/ui/router'
import { useState } from 'react'
import { ManageUser } from './ManageUser'
import { UserFilters } from './UserFilters'
import { UserTable } from './UserTable'

const EVERYBODY: UserFilter = { search: '', role: undefined, active: undefined }

/** `/admin/users`: all accounts, with search and filters. */
export function Users() {
  const { user } = useAuth()
  const [params, setParams] = useSearchParams()
  const filter = userFilterOf(params)
  const change = (part: Partial<UserFilter>) =>
    setParams((now) => withUserFilter(now, { ...userFilterOf(now), ...part }), { replace: true })
  const { search, setSearch } = useSearchBox(filter.search, (text) => change({ search: text }))
  const query = useUsers(filter)
  const [managed, setManaged] = useState<string | null>(null)
  const person = query.data?.find(({ id }) => id === managed)

  return (
    <>
      <PageHeader
        heading="Users"
        subtitle="Everyone with an account, and their roles"
        actions={
          <>
            <LinkButton to="/admin/audit">Audit log</LinkButton>
            <LinkButton to="/admin/invites" variant="solid">
              Invite Users
            </LinkButton>
          </>
        }
      />
      <UserFilters search={search} onSearch={setSearch} filter={filter} onChange={change} />
      <QueryState
        query={query}
        errorTitle="The users could not be loaded"
        pending={<UserTable users={undefined} me={undefined} onManage={() => {}} />}
        isEmpty={(users) => users.length === 0}
        empty={
          <EmptyState
            icon={<UsersIcon />}
            title="No users found"
            text="No users match your search and filters."
            action={
              <Button
                onClick={() => {
                  setSearch('')
                  change(EVERYBODY)
                }}
              >
                Clear filters
              </Button>
            }
          />
        }
      >
        {(users) => (
          <UserTable
            users={users}
            stale={query.isPlaceholderData}
            me={user?.id}
            onManage={({ id }) => setManaged(id)}
          />
        )}
      </QueryState>
      <ListEnd query={query} one="user" many="users" />
      {person && (
        <ManageUser user={person} isSelf={person.id === user?.id} onClose={() => setManaged(null)} />
      )}
    </>
  )
}
