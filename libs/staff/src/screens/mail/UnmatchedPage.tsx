import { PageHeader } from '@helpdesk/ui'
import * as texts from './texts'
import { UnmatchedMails } from './UnmatchedMails'

/** `/dashboard/agent/unmatched`. */
export function UnmatchedPage() {
  return (
    <>
      <PageHeader heading={texts.unmatched} subtitle={texts.unmatchedSubtitle} />
      <UnmatchedMails />
    </>
  )
}
