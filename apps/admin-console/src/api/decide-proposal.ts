import { ask, loadData } from '@helpdesk/supabase'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import {
  proposalStateSchema,
  type ProposalDecision,
  type ProposalState,
  type ProposalStates,
} from '../model/assistant'
import { adminKeys } from './keys'

/**
 * Applies, dismisses or undoes a proposal. @returns its new state
 * @throws AppError `ticket_changed`, `draft_changed`, `draft_full`, `proposal_decided`, `proposal_not_found`, or
 * the ticket's own refusal
 */
async function decideProposal(id: string, decision: ProposalDecision): Promise<ProposalState> {
  const data = await loadData()
  const { state } = await ask(data.rpc('decide_proposal', { proposal_id: id, decision }), proposalStateSchema)
  return state
}

/** @param stale query key to refetch after a decision, beside the audit log */
export function useDecideProposal(stale: readonly unknown[]) {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['decide-proposal'],
    target: ({ id }) => id,
    mutationFn: ({ id, decision }: { id: string; decision: ProposalDecision }) =>
      decideProposal(id, decision),
    onSuccess: (state, { id }) => {
      queries.setQueryData<ProposalStates>(adminKeys.proposals(), (states) => ({ ...states, [id]: state }))
      void queries.invalidateQueries({ queryKey: adminKeys.audit() })
      void queries.invalidateQueries({ queryKey: stale })
    },
    onError: () => void queries.invalidateQueries({ queryKey: adminKeys.proposals() }),
  })
}
