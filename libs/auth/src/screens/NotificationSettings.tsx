import { chakra } from '@helpdesk/ui/components/layout'
import { notificationSettings } from '../model/notification-texts'
import { choiceOf, type Channel } from '../model/preferences'
import { isStaff } from '../model/roles'
import { useRole } from '../session/hooks'
import { BrowserNotifications } from './BrowserNotifications'
import { SaveStatus } from './SaveStatus'
import { useSetting } from './use-setting'
import * as texts from './texts'

const channels: readonly { channel: Channel; label: string }[] = [
  { channel: 'app', label: texts.inTheApp },
  { channel: 'notify', label: texts.email },
]

/** Notifications by kind, in the app and by mail; each checkbox is saved on change. */
export function NotificationSettings() {
  const audience = isStaff(useRole()) ? 'staff' : 'customer'
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
          {notificationSettings
            .filter((setting) => setting[audience])
            .map(({ name, label, off, ...text }) => (
              <tr key={name}>
                <th scope="row">
                  <Name>{label}</Name>
                  <Hint id={`${name}-text`}>{text[audience]}</Hint>
                </th>
                {channels.map(({ channel, label: place }) => (
                  <td key={channel}>
                    <Target>
                      <input
                        type="checkbox"
                        checked={choiceOf(preferences, channel, name) ?? !off?.includes(channel)}
                        aria-label={`${label}: ${place}`}
                        aria-describedby={`${name}-text`}
                        onChange={(event) => void save({ [`${channel}_${name}`]: event.target.checked })}
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
