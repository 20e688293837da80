import { roleChangeWarning, type User } from '../model/users'
import { useChangeUserRole } from '../api/change-user-role'
import { ROLES, type Role } from '@helpdesk/auth'
import { Alert, Button, errorText, Field, Flex, NativeSelect, Stack, toast } from '@helpdesk/ui'
import { useState } from 'react'
import { InlineConfirm, Section } from './InlineConfirm'
import * as texts from './texts'

const LABELS: Record<Role, string> = { customer: texts.customer, agent: texts.agent, admin: texts.admin }
const options = ROLES.map((role) => ({ value: role, label: LABELS[role] }))

const unconfirmedHint = ({ is_confirmed }: User) => (is_confirmed ? null : texts.unconfirmedHint)

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
            title: texts.roleChanged,
            description: texts.roleChangedText(user.name, chosen),
          }),
        onSettled: () => setAsked(false),
      },
    )

  return (
    <Section>
      <Field label={texts.role} hint={asked ? undefined : (warning ?? unconfirmedHint(user) ?? undefined)}>
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
          action={texts.changeMyRole}
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
            loadingText={texts.changing}
            onClick={() => (isSelf ? setAsked(true) : change())}
          >
            {texts.changeRole}
          </Button>
        </Flex>
      )}
      {changeRole.error && (
        <Stack>
          <Alert title={texts.error}>{errorText(changeRole.error, changeRole.error.message)}</Alert>
        </Stack>
      )}
    </Section>
  )
}
