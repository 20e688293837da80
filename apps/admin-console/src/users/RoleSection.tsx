import { roleChangeWarning, type User } from '../model/users'
import { useChangeUserRole } from '../api/change-user-role'
import { ROLES, type Role } from '@helpdesk/auth'
import { failureText } from '@helpdesk/tickets/model/errors'
import { Alert, Button, Field, Flex, NativeSelect, Stack, toast } from '@helpdesk/ui'
import { useState } from 'react'
import { InlineConfirm, Section } from './InlineConfirm'

const LABELS: Record<Role, string> = { customer: 'Customer', agent: 'Agent', admin: 'Admin' }
const options = ROLES.map((role) => ({ value: role, label: LABELS[role] }))

const unconfirmedHint = ({ is_confirmed }: User) =>
  is_confirmed ? null : 'Unconfirmed: this email address has not been verified.'

/** Changes a user's role; asks for confirmation when it is the admin's own. */
export function RoleSection({ user, isSelf }: { user: User; isSelf: boolean }) {
  const changeRole = useChangeUserRole()
  const [chosen, setChosen] = useState<Role>(user.role)
  const [asked, setAsked] = useState(false)
  const warning = roleChangeWarning(isSelf, user.role, chosen)

  const change = () =>
    changeRole.mutate(
      { id: user.id, role: chosen },
      {
        onSuccess: () =>
          toast({
            type: 'success',
            title: 'Role changed',
            description: `${user.name} is now ${chosen === 'customer' ? 'a customer' : `an ${chosen}`}.`,
          }),
        onSettled: () => setAsked(false),
      },
    )

  return (
    <Section>
      <Field label="Role" hint={asked ? undefined : (warning ?? unconfirmedHint(user) ?? undefined)}>
        <NativeSelect
          options={options}
          value={chosen}
          onChange={({ target: { value } }) => {
            setChosen(ROLES.find((role) => role === value) ?? user.role)
            setAsked(false)
            changeRole.reset()
          }}
        />
      </Field>
      {asked ? (
        <InlineConfirm
          text={warning ?? ''}
          action="Change my role"
          busy={changeRole.isPending}
          onConfirm={change}
          onCancel={() => setAsked(false)}
        />
      ) : (
        <Flex>
          <Button
            size="sm"
            variant="solid"
            disabled={chosen === user.role}
            loading={changeRole.isPending}
            loadingText="Changing..."
            onClick={() => (isSelf ? setAsked(true) : change())}
          >
            Change role
          </Button>
        </Flex>
      )}
      {changeRole.error && (
        <Stack>
          <Alert title="Error">{failureText(changeRole.error)}</Alert>
        </Stack>
      )}
    </Section>
  )
}
