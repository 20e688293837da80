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
import * as texts from './texts'

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
        heading={texts.title}
        subtitle={texts.subtitle}
        actions={
          <>
            <LinkButton to="/admin/audit">{texts.auditLog}</LinkButton>
            <LinkButton to="/admin/invites" variant="solid">
              {texts.invite}
            </LinkButton>
          </>
        }
      />
      <UserFilters search={search} onSearch={setSearch} filter={filter} onChange={change} />
      <QueryState
        query={query}
        errorTitle={texts.loadFailed}
        pending={<UserTable users={undefined} me={undefined} onManage={() => {}} />}
        isEmpty={(users) => users.length === 0}
        empty={
          <EmptyState
            icon={<UsersIcon />}
            title={texts.none}
            text={texts.noneText}
            action={
              <Button
                onClick={() => {
                  setSearch('')
                  change(EVERYBODY)
                }}
              >
                {texts.clearFilters}
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
      <ListEnd query={query} one={texts.one} many={texts.many} />
      {person && (
        <ManageUser user={person} isSelf={person.id === user?.id} onClose={() => setManaged(null)} />
      )}
    </>
  )
}
