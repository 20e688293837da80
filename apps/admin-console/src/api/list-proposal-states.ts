import { ask, loadData, z } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import { proposalStateSchema, type ProposalStates } from '../model/assistant'
import { adminKeys } from './keys'

/** States of the caller's newest 200 proposals, by id. @throws AppError */
async function listProposalStates(): Promise<ProposalStates> {
  const data = await loadData()
  const rows = await ask(
    data.from('assistant_proposals').select('id, state').order('created_at', { ascending: false }).limit(200),
    z.array(proposalStateSchema),
  )
  return Object.fromEntries(rows.map(({ id, state }) => [id, state]))
}

/** @param enabled false while no message has a proposal */
export const useProposalStates = (enabled: boolean) =>
  useQuery({ queryKey: adminKeys.proposals(), queryFn: listProposalStates, enabled })
