import { Tabs } from '@helpdesk/staff/screens/controls/Tabs'
import { UnmatchedMails } from '@helpdesk/staff/screens/mail/UnmatchedMails'
import { GuardUnsaved } from '@helpdesk/tickets/screens/leave/GuardUnsaved'
import { PageHeader } from '@helpdesk/ui'
import { useQueryClient } from '@helpdesk/ui/query'
import { useSearchParams } from '@helpdesk/ui/router'
import { useMailChannel } from '../api/get-mail-channel'
import { adminKeys } from '../api/keys'
import { SettingsNav } from '../settings/SettingsNav'
import { BlockedSenders } from './BlockedSenders'
import { Outbox } from './Outbox'
import { Setup } from './Setup'
import * as texts from './texts'
import { Undeliverable } from './Undeliverable'

const withCount = (label: string, count = 0) => (count > 0 ? `${label} (${count})` : label)

/** `/admin/settings/email`: the tab is in the address. */
export function EmailSettings() {
  const [params, setParams] = useSearchParams()
  const { data: channel } = useMailChannel()
  const queries = useQueryClient()
  const refresh = () => void queries.invalidateQueries({ queryKey: adminKeys.mail() })
  const items = [
    { id: 'setup', label: texts.setup, content: <Setup /> },
    { id: 'outbox', label: withCount(texts.outbox, channel?.failed), content: <Outbox /> },
    {
      id: 'unmatched',
      label: withCount(texts.unmatched, channel?.unmatched),
      content: <UnmatchedMails onHandled={refresh} />,
    },
    {
      id: 'undeliverable',
      label: withCount(texts.undeliverable, channel?.undeliverable),
      content: <Undeliverable />,
    },
    { id: 'blocked', label: texts.blocked, content: <BlockedSenders /> },
  ]
  const part = items.find(({ id }) => id === params.get('part'))?.id ?? 'setup'
  return (
    <GuardUnsaved hasParts>
      <PageHeader heading={texts.title} subtitle={texts.subtitle} />
      <SettingsNav />
      <Tabs
        label={texts.parts}
        items={items}
        value={part}
        onChange={(id) => setParams(id === 'setup' ? {} : { part: id }, { replace: true })}
      />
    </GuardUnsaved>
  )
}
