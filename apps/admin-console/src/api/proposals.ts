import { ask, loadData, z } from '@helpdesk/supabase'
import { useCommand, useQuery, useQueryClient } from '@helpdesk/ui/query'
import { PROPOSAL_STATES, type ProposalDecision, type ProposalState } from '../model/assistant'
import { adminKeys } from './keys'

const rowSchema = z.object({ id: z.string(), state: z.enum(PROPOSAL_STATES) })
type States = Record<string, ProposalState>

/** How the caller's newest 200 proposals stand, by id. */
async function listProposalStates(): Promise<States> {
  const data = await loadData()
  const rows = await ask(
    data.from('assistant_proposals').select('id, state').order('created_at', { ascending: false }).limit(200),
    z.array(rowSchema),
  )
  return Object.fromEntries(rows.map(({ id, state }) => [id, state]))
}

/**
 * Applies, dismisses or undoes a proposal. @returns how it stands now
 * @throws AppError `ticket_changed`, `draft_changed`, `draft_full`, `proposal_decided`, `proposal_not_found`, or
 * what the ticket's own rules refuse
 */
async function decideProposal(id: string, decision: ProposalDecision): Promise<ProposalState> {
  const data = await loadData()
  const { state } = await ask(data.rpc('decide_proposal', { proposal_id: id, decision }), rowSchema)
  return state
}

/** @param wanted - false while no message has a proposal */
export const useProposalStates = (wanted: boolean) =>
  useQuery({ queryKey: adminKeys.proposals(), queryFn: listProposalStates, enabled: wanted })

/** Decides; the audit log and whatever `stale` names are read again. */
export function useDecideProposal(stale: readonly unknown[]) {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['decide-proposal'],
    target: ({ id }) => id,
    mutationFn: ({ id, decision }: { id: string; decision: ProposalDecision }) =>
      decideProposal(id, decision),
    onSuccess: (state, { id }) => {
      queries.setQueryData<States>(adminKeys.proposals(), (states) => ({ ...states, [id]: state }))
      void queries.invalidateQueries({ queryKey: adminKeys.audit() })
      void queries.invalidateQueries({ queryKey: stale })
    },
    onError: () => void queries.invalidateQueries({ queryKey: adminKeys.proposals() }),
  })
}
