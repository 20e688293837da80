import { EmptyState, LinkButton, PageHeader } from '@helpdesk/ui'
import { useLocation } from '@helpdesk/ui/router'
import { pageOf } from './pages'

/** A page whose place is known and whose content is still to come; it does not pretend otherwise. */
export function ToCome() {
  const page = pageOf(useLocation().pathname)
  if (!page) return null
  return (
    <>
      <PageHeader heading={page.title} subtitle={page.subtitle} />
      <EmptyState
        title="Nothing here yet"
        text={page.empty}
        action={<LinkButton to="/admin/dashboard">Back to the dashboard</LinkButton>}
      />
    </>
  )
}
