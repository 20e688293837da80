import { callFunction, parseAnswer, z } from '@helpdesk/supabase'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import { inviteResultSchema, refusalText, type InviteResult, type InviteRole } from '../model/invites'
import { adminKeys } from './keys'

/**
 * Invites up to 100 addresses and mails each its link. Only this response contains the links.
 * @returns one result per address, in the order given
 * @throws AppError when no invite was created
 */
export async function sendInvites(emails: readonly string[], role: InviteRole): Promise<InviteResult[]> {
  const answer = await callFunction('send-invites', { emails, role })
  const { results } = parseAnswer(answer, z.object({ results: z.array(inviteResultSchema) }))
  return results.map((result) => ({ ...result, message: refusalText(result.code, role) }))
}

/** Refetches the admin lists afterwards, also after a failure. */
export function useSendInvites() {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['send-invites'],
    mutationFn: ({ emails, role }: { emails: readonly string[]; role: InviteRole }) =>
      sendInvites(emails, role),
    onSettled: () => queries.invalidateQueries({ queryKey: adminKeys.all }),
  })
}
