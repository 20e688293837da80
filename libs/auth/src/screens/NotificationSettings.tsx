import { chakra, Stack } from '@helpdesk/ui/components/layout'
import { isNotified, type Notification } from '../model/preferences'
import type { Role } from '../model/roles'
import { useRole } from '../session/hooks'
import { SaveStatus } from './SaveStatus'
import { useSetting } from './use-setting'

interface Row {
  name: Notification
  label: string
  text: string
}

/** The notifications of a role, with texts for that role. */
function rowsFor(role: Role | null): readonly Row[] {
  const staff = role === 'agent' || role === 'admin'
  if (!staff)
    return [
      { name: 'notify_reply', label: 'Replies', text: 'Someone replies to one of your tickets' },
      { name: 'notify_status', label: 'Status', text: 'The status of one of your tickets changes' },
    ]
  return [
    { name: 'notify_reply', label: 'Replies', text: 'A customer replies to a ticket assigned to you' },
    { name: 'notify_status', label: 'Status', text: 'The status of a ticket you created changes' },
    { name: 'notify_assigned', label: 'Assignments', text: 'Someone assigns a ticket to you' },
  ]
}

/** Email notifications; each checkbox is saved on change. */
export function NotificationSettings() {
  const role = useRole()
  const { preferences, saving, save } = useSetting()
  return (
    <>
      <Stack gap="4">
        {rowsFor(role).map(({ name, label, text }) => (
          <Option key={name}>
            <input
              type="checkbox"
              checked={isNotified(preferences, name)}
              aria-describedby={`${name}-text`}
              onChange={(event) => void save({ [name]: event.target.checked })}
            />
            <span>
              <Name>{label}</Name>
              <Hint id={`${name}-text`} aria-hidden>
                {text}
              </Hint>
            </span>
          </Option>
        ))}
      </Stack>
      <SaveStatus saving={saving} />
    </>
  )
}

const Option = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '2.5',
    cursor: 'pointer',
    '& input': { width: '4', height: '4', margin: '2px 0 0', accentColor: 'var(--hd-colors-accent-solid)' },
  },
})
const Name = chakra('span', { base: { display: 'block', fontWeight: 'medium' } })
const Hint = chakra('span', { base: { display: 'block', color: 'fg.muted', fontSize: 'sm' } })
