import { useAuth, useWorkspace } from '@helpdesk/auth'
import { Alert, Button, Field, Flex, NativeSelect, PageHeader, toast } from '@helpdesk/ui'
import { Navigate, useSearchParams } from '@helpdesk/ui/router'
import { useEffect, useMemo, type ReactNode } from 'react'
import { useActor } from '@helpdesk/staff/state/use-actor'
import { usePeople } from '@helpdesk/staff/api/list-people'
import { useSavedViews } from '@helpdesk/staff/api/list-saved-views'
import { useUpdateSavedView } from '@helpdesk/staff/api/update-saved-view'
import { failureText } from '@helpdesk/tickets/model/errors'
import {
  assignedOf,
  filterAt,
  mayWriteView,
  sameList,
  scopeOf,
  viewHref,
  type Assigned,
} from '@helpdesk/staff/model/saved-views'
import * as viewTexts from '@helpdesk/staff/views/texts'
import { usePersonalColumns } from '@helpdesk/staff/state/list-columns'
import { useViewColumns } from '@helpdesk/staff/state/view-columns'
import { TicketWorklist } from '@helpdesk/staff/screens/worklist/TicketWorklist'
import * as texts from './texts'

interface ViewTicketsProps {
  /** This page's path. */
  home: string
  /** Shown beside the assignee filter. */
  tools?: ReactNode
  /** For admins: each row can be assigned to any agent. */
  assignsAnyone?: boolean
}

/**
 * The tickets of a saved view or, without one, all tickets. The URL contains the whole filter, so that links and
 * bookmarks show the same list. A URL that only names a view redirects to the view's filter.
 */
export function ViewTickets({ home, tools, assignsAnyone }: ViewTicketsProps) {
  const { user } = useAuth()
  const actor = useActor()
  const [params, setParams] = useSearchParams()
  const id = params.get('view')
  const assignedParam = assignedOf(params)
  const assigned = assignedParam ?? 'any'
  const query = useSavedViews()
  const update = useUpdateSavedView()
  const view = id === null ? undefined : query.data?.find((each) => each.id === id)
  const ofAll = usePersonalColumns('all')
  const ofView = useViewColumns(view, view !== undefined && mayWriteView(view, actor))
  const heading = view?.name ?? (id === null ? texts.allTickets : viewTexts.savedView)
  const { workspace_name: workspace } = useWorkspace()
  useEffect(() => {
    document.title = `${heading} · ${workspace}`
  }, [heading, workspace])

  if (view && !assignedParam) return <Navigate to={viewHref(home, view)} replace />
  const filter = filterAt(params, assigned)
  const differs = view !== undefined && !sameList(view.filter, filter)
  const waiting = id !== null && !assignedParam && query.isPending

  const updateFilter = () =>
    view &&
    update.mutate(
      { id: view.id, change: { filter } },
      {
        onSuccess: () => toast({ type: 'success', title: viewTexts.updated, description: view.name }),
        onError: (error) =>
          toast({ type: 'error', title: viewTexts.notSaved, description: failureText(error) }),
      },
    )
  const changeAssigned = (value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        next.set('assigned', value)
        return next
      },
      { replace: true },
    )

  return (
    <>
      <PageHeader
        heading={heading}
        subtitle={id === null ? viewTexts.allTickets : viewTexts.savedView}
        actions={
          differs &&
          mayWriteView(view, actor) && (
            <Button loading={update.isPending} onClick={updateFilter}>
              {texts.updateView}
            </Button>
          )
        }
      />
      <Flex gap="2" marginBottom="4" wrap="wrap">
        {tools}
        <AssignedSelect assigned={assigned} me={user?.id} onChange={changeAssigned} />
      </Flex>
      {id !== null && query.data && !view && (
        <Flex direction="column" marginBottom="3">
          <Alert tone="warning">{viewTexts.missing}</Alert>
        </Flex>
      )}
      {user && !waiting && (
        // Keyed by view, so that rows of one view never appear under the name of another.
        <TicketWorklist
          key={`${id} ${assigned}`}
          label={heading}
          scope={scopeOf(assigned, user.id)}
          empty={viewTexts.empty}
          assignsAnyone={assignsAnyone}
          listColumns={id === null ? ofAll : ofView}
        />
      )}
    </>
  )
}

const NO_IDS: string[] = []

interface AssignedSelectProps {
  assigned: Assigned
  me: string | undefined
  onChange: (value: string) => void
}

function AssignedSelect({ assigned, me, onChange }: AssignedSelectProps) {
  const person = ['me', 'none', 'any'].includes(assigned) ? null : assigned
  const personOf = usePeople(useMemo(() => (person ? [person] : NO_IDS), [person]))
  const name = (person && personOf(person)?.name) ?? texts.onePerson
  return (
    <Field label={texts.assignedTo} hideLabel>
      <NativeSelect
        width="12rem"
        value={assigned}
        onChange={({ target }) => onChange(target.value)}
        options={[
          { value: 'any', label: texts.anyAssignee },
          { value: 'me', label: texts.assignedToMe },
          { value: 'none', label: texts.unassigned },
          ...(person
            ? [{ value: person, label: person === me ? texts.assignedToMe : texts.assignedToPerson(name) }]
            : []),
        ]}
      />
    </Field>
  )
}
