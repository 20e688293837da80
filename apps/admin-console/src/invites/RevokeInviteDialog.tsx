import { toast } from '@helpdesk/ui'
import { useRevokeInvite } from '../api/revoke-invite'
import type { Invite } from '../model/invites'
import { Confirm } from '../parts/Confirm'

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
                title: 'Invite revoked',
                description: `The link sent to ${email} no longer works.`,
                type: 'success',
              }
            : { title: 'Invite not revoked', description: `The invite for ${email} is no longer pending.` },
        )
      },
    })
  return (
    <Confirm
      title="Revoke this invite?"
      text={`The link sent to ${email} stops working immediately. You can invite this person again later.`}
      action="Revoke invite"
      busy={isPending}
      error={error}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
