import { chakra } from '@helpdesk/ui/components/layout'
import { isNotified, type Channel, type NotificationKind } from '../model/preferences'
import { isStaff, type Role } from '../model/roles'
import { useRole } from '../session/hooks'
import { BrowserNotifications } from './BrowserNotifications'
import { SaveStatus } from './SaveStatus'
import { useSetting } from './use-setting'

interface Row {
  kind: NotificationKind
  label: string
  text: string
}

const customerRows: readonly Row[] = [
  { kind: 'reply', label: 'Replies', text: 'Someone replies to one of your tickets' },
  { kind: 'status', label: 'Status', text: 'The status of one of your tickets changes' },
]
const staffRows: readonly Row[] = [
  { kind: 'reply', label: 'Replies', text: 'A customer replies to a ticket assigned to you' },
  { kind: 'status', label: 'Status', text: 'The status of a ticket you created changes' },
  { kind: 'assigned', label: 'Assignments', text: 'Someone assigns a ticket to you, or takes yours over' },
  { kind: 'mention', label: 'Mentions', text: 'A colleague mentions you in a note' },
  { kind: 'followed', label: 'Followed tickets', text: 'Something happens in a ticket you follow' },
  { kind: 'unassigned', label: 'New tickets', text: 'A new ticket has no assignee' },
]

const channels: readonly { channel: Channel; label: string }[] = [
  { channel: 'app', label: 'In the app' },
  { channel: 'notify', label: 'Email' },
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
