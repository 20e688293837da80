import { chakra } from '@helpdesk/ui/components/layout'
import { isNotified, type Channel, type NotificationKind } from '../model/preferences'
import { isStaff, type Role } from '../model/roles'
import { useRole } from '../session/hooks'
import { BrowserNotifications } from './BrowserNotifications'
import { SaveStatus } from './SaveStatus'
import { useSetting } from './use-setting'
import * as texts from './texts'

interface Row {
  kind: NotificationKind
  label: string
  text: string
}

const customerRows: readonly Row[] = [
  { kind: 'reply', label: texts.replies, text: texts.repliesToCustomer },
  { kind: 'status', label: texts.status, text: texts.statusForCustomer },
]
const staffRows: readonly Row[] = [
  { kind: 'reply', label: texts.replies, text: texts.repliesToStaff },
  { kind: 'status', label: texts.status, text: texts.statusForStaff },
  { kind: 'assigned', label: texts.assignments, text: texts.assignmentsText },
  { kind: 'mention', label: texts.mentions, text: texts.mentionsText },
  { kind: 'followed', label: texts.followedTickets, text: texts.followedTicketsText },
  { kind: 'unassigned', label: texts.newTickets, text: texts.newTicketsText },
]

const channels: readonly { channel: Channel; label: string }[] = [
  { channel: 'app', label: texts.inTheApp },
  { channel: 'notify', label: texts.email },
]

/** The notifications of a role, with texts for that role. */
const rowsFor = (role: Role | null): readonly Row[] => (isStaff(role) ? staffRows : customerRows)

/** Notifications by kind, in the app and by mail; each checkbox is saved on change. */
export function NotificationSettings() {
  const role = useRole()
  const { preferences, saving, save } = useSetting()
  return (
    <>
      <Table>
        <thead>
          <tr>
            <td />
            {channels.map(({ channel, label }) => (
              <th key={channel} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsFor(role).map(({ kind, label, text }) => (
            <tr key={kind}>
              <th scope="row">
                <Name>{label}</Name>
                <Hint id={`${kind}-text`}>{text}</Hint>
              </th>
              {channels.map(({ channel, label: place }) => (
                <td key={channel}>
                  <Target>
                    <input
                      type="checkbox"
                      checked={isNotified(preferences, `${channel}_${kind}`)}
                      aria-label={`${label}: ${place}`}
                      aria-describedby={`${kind}-text`}
                      onChange={(event) => void save({ [`${channel}_${kind}`]: event.target.checked })}
                    />
                  </Target>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <SaveStatus saving={saving} />
      <BrowserNotifications />
    </>
  )
}

const Table = chakra('table', {
  base: {
    width: 'full',
    textAlign: 'start',
    '& th': { fontWeight: 'normal', textAlign: 'start' },
    '& thead th': { width: '4.5rem', fontSize: 'sm', color: 'fg.muted', textAlign: 'center', pb: '1' },
    '& td': { textAlign: 'center' },
    '& tbody th': { py: '2' },
  },
})
const Target = chakra('label', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '11',
    height: '11',
    cursor: 'pointer',
    '& input': { width: '4', height: '4', margin: '0', accentColor: 'var(--hd-colors-accent-solid)' },
  },
})
const Name = chakra('span', { base: { display: 'block', fontWeight: 'medium' } })
const Hint = chakra('span', { base: { display: 'block', color: 'fg.muted', fontSize: 'sm' } })
