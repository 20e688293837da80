import { toast } from '@helpdesk/ui'
import { useRevokeInvite } from '../api/revoke-invite'
import type { Invite } from '../model/invites'
import { Confirm } from '../parts/Confirm'
import * as texts from './texts'

interface RevokeInviteDialogProps {
  invite: Pick<Invite, 'id' | 'email'>
  onClose: () => void
}

/** Asks before revoking an invite. */
export function RevokeInviteDialog({ invite: { id, email }, onClose }: RevokeInviteDialogProps) {
  const { mutate, isPending, error } = useRevokeInvite()
  const onConfirm = () =>
    mutate(id, {
      onSuccess: (revoked) => {
        onClose()
        toast(
          revoked
            ? {
                title: texts.wasRevoked,
                description: texts.wasRevokedText(email),
                type: 'success',
              }
            : { title: texts.notRevoked, description: texts.notRevokedText(email) },
        )
      },
    })
  return (
    <Confirm
      title={texts.revokeQuestion}
      text={texts.revokeText(email)}
      action={texts.revokeInvite}
      busy={isPending}
      error={error}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
